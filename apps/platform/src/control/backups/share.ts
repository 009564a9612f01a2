import { BACKUP_RETENTION_DAYS, MAX_REQUESTED_BACKUPS, PlanId } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { pitrDays } from '#app/control/addons/service.ts'
import { projectStore } from '#app/db/project-store.ts'
import type { EngineBackup } from '#app/engine/engine.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** How long a project's backups are kept: as its plan says, or for as long as it can be put back to the second. */
export async function daysKept({ db }: Pick<Deps, 'db'>, project: ProjectRow): Promise<number> {
  const plan = PlanId.parse(await projectStore(db).planOf(project.organization_id))
  return Math.max(BACKUP_RETENTION_DAYS[plan], (await pitrDays(db, project.id)) ?? 0)
}

type Kept = { readonly days: number; readonly now: Date }

/** @throws TOO_MANY_REQUESTS with when the oldest that somebody asked for goes */
export function assertShare(
  backups: readonly Pick<EngineBackup, 'reason' | 'finishedAt'>[],
  { days, now }: Kept,
): void {
  const requested = backups.filter(({ reason }) => reason === 'requested')
  const [oldest] = requested
  if (!oldest || requested.length < MAX_REQUESTED_BACKUPS) return
  const leftMs = oldest.finishedAt.getTime() + days * DAY_MS - now.getTime()
  throw new AppError('TOO_MANY_REQUESTS', {
    message: `A project keeps at most ${MAX_REQUESTED_BACKUPS} backups that were asked for. The oldest goes after ${days} days`,
    data: { retryAfterSeconds: Math.max(1, Math.ceil(leftMs / 1000)) },
  })
}
