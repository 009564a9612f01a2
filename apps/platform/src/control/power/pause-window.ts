import { MAX_DAYS_PAUSED } from '@plinth/contract'

const DAY_MS = 24 * 60 * 60 * 1000

export type PauseWindow = {
  readonly remainingDays: number
  readonly isOpen: boolean
}

/** How long a project that was paused then can still be restored; only the free plan has an end. */
export function pauseWindow(pausedAt: Date, now: Date, plan: string): PauseWindow {
  if (plan !== 'free') return { remainingDays: MAX_DAYS_PAUSED, isOpen: true }
  const passedDays = Math.floor((now.getTime() - pausedAt.getTime()) / DAY_MS)
  const remainingDays = Math.max(0, MAX_DAYS_PAUSED - passedDays)
  return { remainingDays, isOpen: remainingDays > 0 }
}
