import type { ProjectRow } from '#app/base/context.ts'
import { AppError } from '#app/base/app-error.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Engine, VerifiedBackup } from '#app/engine/engine.ts'
import { placementOf } from '#app/lifecycle/placement.ts'
import { backupStore } from './store.ts'

type VerifyDeps = Pick<Deps, 'db' | 'secrets' | 'clock' | 'log'> & { readonly engine: Engine }

/** Restores the newest backup out of sight, reads all of it, and keeps what came of it. */
export async function verifyNewest(deps: VerifyDeps, project: ProjectRow) {
  if ((await deps.engine.archives.backups(project.ref)).length === 0) return undefined
  const tried = await deps.engine.archives
    .verifyNewest(placementOf(deps.secrets, project))
    .catch((cause: unknown) => {
      // not the backup's fault, and nothing is known of it
      const message = cause instanceof Error ? cause.message : 'The backup could not be tried'
      throw new AppError('INTERNAL', { message, cause })
    })
  if (!tried) return undefined
  const row = {
    project_id: project.id,
    backup_name: tried.name,
    outcome: tried.outcome,
    detail: detailOf(deps, project, tried),
    verified_at: deps.clock(),
  }
  await backupStore(deps.db).keepVerification(row)
  return row
}

/** The same, where that backup was not tried before. */
export async function verifyIfNew(deps: VerifyDeps, project: ProjectRow): Promise<void> {
  const newest = (await deps.engine.archives.backups(project.ref)).at(-1)
  const tried = await backupStore(deps.db).verification(project.id)
  if (newest && tried?.backup_name !== newest.name) await verifyNewest(deps, project)
}

function detailOf({ log }: VerifyDeps, { ref }: ProjectRow, tried: VerifiedBackup): string {
  if (tried.outcome === 'passed') return tried.detail
  log.error({ err: tried.error, ref }, 'a backup did not pass its check')
  return tried.error instanceof Error ? tried.error.message : 'The backup cannot be restored'
}
