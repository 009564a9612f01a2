import type { Deps } from '#app/base/deps.ts'
import { sha256 } from '#app/base/random.ts'
import { projectStore } from '#app/db/project-store.ts'
import type { Engine } from '#app/engine/engine.ts'
import { placementOf } from '#app/lifecycle/placement.ts'
import { backupStore } from './store.ts'

type DownloadDeps = Pick<Deps, 'db' | 'clock' | 'secrets'> & { readonly engine: Engine }

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
  if (!project) return undefined
  const name = project.name.replaceAll(/[^\w-]+/g, '-')
  return {
    body: engine.archives.asSql(placementOf(secrets, project), link.name),
    filename: `${name}-${link.name}.sql`,
    type: 'application/sql',
  }
}
