import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Engine } from '#app/engine/engine.ts'
import { placementOf } from '#app/lifecycle/placement.ts'
import { backupStore } from './store.ts'

type VerifyDeps = Pick<Deps, 'db' | 'secrets' | 'clock' | 'log'> & { readonly engine: Engine }

/** Restores the newest backup out of sight, reads all of it, and keeps what came of it. */
export async function verifyNewest(deps: VerifyDeps, project: ProjectRow) {
  const { archives } = deps.engine
  const newest = (await archives.backups(project.ref)).at(-1)
  if (!newest) return undefined
  const row = {
    project_id: project.id,
    backup_name: newest.name,
    ...(await outcomeOf(deps, project)),
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

async function outcomeOf({ engine, secrets, log }: VerifyDeps, project: ProjectRow) {
  try {
    const checked = await engine.archives.verifyNewest(placementOf(secrets, project))
    return { outcome: 'passed' as const, detail: checked?.detail ?? '' }
  } catch (error) {
    log.error({ err: error, ref: project.ref }, 'a backup did not pass its check')
    const detail = error instanceof Error ? error.message : 'The backup cannot be restored'
    return { outcome: 'failed' as const, detail }
  }
}
