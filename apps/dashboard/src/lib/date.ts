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
