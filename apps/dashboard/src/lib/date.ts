import dayjs from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime.js'

dayjs.extend(relativeTime)

type When = string | number | Date

export const SECOND = 1000
export const MINUTE = 60 * SECOND

/** The clock: the one place that reads it. */
export const now = (): number => Date.now()

/** Apr 3, 2026, 02:05pm */
export const dateAndMinute = (when: When): string => dayjs(when).format('MMM D, YYYY, hh:mma')

/** Apr 3, 02:05:07pm */
export const dateAndSecond = (when: When): string => dayjs(when).format('MMM D, hh:mm:ssa')

/** Apr 3, 2026 */
export const dateOnly = (when: When): string => dayjs(when).format('MMM D, YYYY')

/** '2 hours ago', 'in 3 days' */
export const fromNow = (when: When): string => dayjs(when).fromNow()

/** How long something took: '340 ms', '4.2 s', '2 min 5 s'. */
export function duration(ms: number): string {
  if (ms < SECOND) return `${Math.max(0, Math.round(ms))} ms`
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)} s`
  if (ms < MINUTE) return `${Math.round(ms / SECOND)} s`
  const seconds = Math.round(ms / SECOND)
  const rest = seconds % 60
  return rest === 0
    ? `${Math.floor(seconds / 60)} min`
    : `${Math.floor(seconds / 60)} min ${rest} s`
}

/** A duration that is still growing: whole seconds, or the last digit would flicker. */
export const countingSeconds = (ms: number): string =>
  ms < MINUTE ? `${Math.floor(ms / SECOND)} s` : duration(ms)
