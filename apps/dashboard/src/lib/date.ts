import dayjs from 'dayjs'
import relativeTime from 'dayjs/plugin/relativeTime.js'

dayjs.extend(relativeTime)

type When = string | number | Date

/** Apr 3, 2026, 02:05pm */
export const dateAndMinute = (when: When): string => dayjs(when).format('MMM D, YYYY, hh:mma')

/** Apr 3, 02:05:07pm */
export const dateAndSecond = (when: When): string => dayjs(when).format('MMM D, hh:mm:ssa')

/** Apr 3, 2026 */
export const dateOnly = (when: When): string => dayjs(when).format('MMM D, YYYY')

/** '2 hours ago', 'in 3 days' */
export const fromNow = (when: When): string => dayjs(when).fromNow()

/** 02:05pm */
export const timeOnly = (when: When): string => dayjs(when).format('hh:mma')

/** 02:05:07pm */
export const secondOnly = (when: When): string => dayjs(when).format('hh:mm:ssa')

/** Apr 3 */
export const dayOnly = (when: When): string => dayjs(when).format('MMM D')

/** 'UTC+2', 'UTC-3:30', as it was at that moment: summer time is another offset. */
export function offsetName(moment: Date): string {
  const minutes = -moment.getTimezoneOffset()
  if (minutes === 0) return 'UTC'
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest ? `:${String(rest).padStart(2, '0')}` : ''}`
}

/** Apr 3, 2026, 02:05pm UTC+2: for who reads it elsewhere than where it was written. */
export const dateAndZone = (when: When): string =>
  `${dateAndMinute(when)} ${offsetName(new Date(when))}`
