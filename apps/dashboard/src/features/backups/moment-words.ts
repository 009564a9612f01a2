import { dateAndSecond, offsetName } from '#app/lib/date.ts'
import type { Zone } from './moment.ts'

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ')

/** The same in the other zone; nothing where one lives by UTC and it would only be said twice. */
export const otherWords = (moment: Date, zone: Zone): string | undefined =>
  offsetName(moment) === 'UTC' ? undefined : inWords(moment, zone === 'local' ? 'utc' : 'local')

/** A moment to the second with its time zone: 'Nov 21, 02:03:22pm UTC+1', 'Nov 21, 13:03:22 UTC'. */
export const inWords = (moment: Date, zone: Zone): string =>
  zone === 'local'
    ? `${dateAndSecond(moment)} ${offsetName(moment)}`
    : `${MONTHS[moment.getUTCMonth()]} ${moment.getUTCDate()}, ${moment.toISOString().slice(11, 19)} UTC`
