export type Zone = 'local' | 'utc'
export type Range = { readonly earliest: Date; readonly latest: Date }

const SECOND_MS = 1000

const two = (value: number) => String(value).padStart(2, '0')

/** A moment as a date-and-time input holds it: '2026-11-21T14:03:22'. */
export function toInput(moment: Date, zone: Zone): string {
  if (zone === 'utc') return moment.toISOString().slice(0, 19)
  const date = [moment.getFullYear(), two(moment.getMonth() + 1), two(moment.getDate())].join('-')
  const time = [moment.getHours(), moment.getMinutes(), moment.getSeconds()].map(two).join(':')
  return `${date}T${time}`
}

/** The moment such a text means; undefined while it is not whole. */
export function fromInput(text: string, zone: Zone): Date | undefined {
  // browsers leave the seconds away where they are zero
  const whole = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00` : text
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(whole)) return undefined
  const moment = new Date(zone === 'utc' ? `${whole}Z` : whole)
  return Number.isNaN(moment.getTime()) ? undefined : moment
}

/** What stands in the input, and which moment was meant where that was not typed. */
export type Chosen = { readonly text: string; readonly moment?: Date }

export const typed = (text: string): Chosen => ({ text })

/** A moment that was picked: where clocks are put back two have the same text, and only one is meant. */
export const picked = (moment: Date, zone: Zone): Chosen => ({
  text: toInput(moment, zone),
  moment,
})

export const chosenMoment = ({ text, moment }: Chosen, zone: Zone): Date | undefined =>
  moment ?? fromInput(text, zone)

/** The range in whole seconds, as one restores to those: the second of the earliest moment means that moment. */
export const wholeSeconds = ({ earliest, latest }: Range): Range => ({
  earliest: floorToSecond(earliest),
  latest: floorToSecond(latest),
})

const floorToSecond = (moment: Date) =>
  new Date(Math.floor(moment.getTime() / SECOND_MS) * SECOND_MS)

/** Why a moment cannot be restored, or undefined. */
export function momentProblem(
  moment: Date | undefined,
  range: Range,
  nowMs: number,
): string | undefined {
  const { earliest, latest } = wholeSeconds(range)
  if (!moment) return 'Enter a date and a time, to the second'
  if (moment < earliest) return 'The backups do not reach back this far'
  if (moment.getTime() > nowMs) return 'This is still to come'
  if (moment > latest) return 'This has not been archived yet'
  return undefined
}

const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

const BACK = [
  ['5 minutes before', 5 * MINUTE_MS],
  ['1 hour before', HOUR_MS],
  ['1 day before', 24 * HOUR_MS],
] as const

/** Moments to begin from, those that are out of reach left away. */
export function shortcuts(range: Range): readonly { label: string; moment: Date }[] {
  const { earliest, latest } = wholeSeconds(range)
  const between = BACK.map(([label, ms]) => ({ label, moment: new Date(latest.getTime() - ms) }))
  return [
    { label: 'Latest', moment: latest },
    ...between.filter(({ moment }) => moment > earliest),
    { label: 'Earliest', moment: earliest },
  ]
}

/** What the call takes. */
export const unixSeconds = (moment: Date): number => Math.floor(moment.getTime() / SECOND_MS)
