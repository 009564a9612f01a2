import { randomBytes } from 'node:crypto'
import { AppError } from '#app/base/app-error.ts'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { sha256 } from '#app/base/random.ts'
import { projectStore } from '#app/db/project-store.ts'
import type { Engine } from '#app/engine/engine.ts'
import { placementOf } from '#app/lifecycle/placement.ts'
import { backupStore } from './store.ts'

type DownloadDeps = Pick<Deps, 'db' | 'clock' | 'secrets'> & { readonly engine: Engine }

const LINK_VALID_MS = 60 * 60 * 1000
// each stands for a whole database that is restored out of sight
const LINKS_AT_ONCE = 30

/** A link to a backup as SQL: it works once, within the hour, and there are not many of them. */
export async function newDownloadLink(
  { db, clock, publicUrl }: Pick<Deps, 'db' | 'clock' | 'publicUrl'>,
  { id: project_id }: Pick<ProjectRow, 'id'>,
  name: string,
): Promise<string> {
  const store = backupStore(db)
  const token = randomBytes(32).toString('base64url')
  const now = clock()
  const expires_at = new Date(now.getTime() + LINK_VALID_MS)
  const link = { token_hash: sha256(token), project_id, kind: 'backup' as const, name, expires_at }
  if (!(await store.addLink(link, { most: LINKS_AT_ONCE, now }))) {
    const leftMs = ((await store.nextExpiry(project_id)) ?? now).getTime() - now.getTime()
    throw new AppError('TOO_MANY_REQUESTS', {
      message: `A project has at most ${LINKS_AT_ONCE} downloads an hour. Try again later`,
      data: { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) },
    })
  }
  return `${publicUrl}/downloads/${token}`
}

export type Download = {
  readonly body: ReadableStream<Uint8Array>
  readonly filename: string
  readonly type: string
}

/**
 * Uses a download link up and opens what it stands for. Undefined for a link that was used, has
 * expired or never was: nobody is told which.
 */
export async function openDownload(
  { db, clock, secrets, engine }: DownloadDeps,
  token: string,
): Promise<Download | undefined> {
  const link = await backupStore(db).useLink(sha256(token), clock())
  const project = link && (await projectStore(db).byId(link.project_id))
  // one that was deleted is out of sight, with all that was asked for before
  if (!project || project.deleted_at) return undefined
  const name = project.name.replaceAll(/[^\w-]+/g, '-')
  return {
    body: engine.archives.asSql(placementOf(secrets, project), link.name),
    filename: `${name}-${link.name}.sql`,
    type: 'application/sql',
  }
}
