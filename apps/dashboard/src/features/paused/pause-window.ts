import type { PauseStatus, PlanId } from '@plinth/contract'
import { count } from '#app/lib/count.ts'

/** Until when a paused project can be restored, in words; the days are the platform's (facts: server data). */
export function pauseWindowText(
  {
    can_restore: canRestore,
    max_days_till_restore_disabled: maxDays,
    remaining_days_till_restore_disabled: daysLeft,
  }: Omit<PauseStatus, 'latest_downloadable_backup_id'>,
  plan: PlanId,
): string {
  if (!canRestore)
    return `It was paused more than ${count(maxDays, 'day')} ago, which is as long as a project of the free plan can be restored. Its backups can still be downloaded.`
  if (plan !== 'free') return 'It can be restored at any time.'
  if (daysLeft === null) return `It can be restored within ${count(maxDays, 'day')} of its pause.`
  return `It can be restored for another ${count(daysLeft, 'day')}. After that its backups can still be downloaded.`
}
