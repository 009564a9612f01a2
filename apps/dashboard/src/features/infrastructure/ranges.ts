import { SECOND, MINUTE } from '#app/lib/time.ts'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type RangeName = '1h' | '6h' | '1d' | '7d'
type Range = {
  readonly value: RangeName
  readonly label: string
  readonly ms: number
  /** How often an open page asks again: no more often than a new point can come. */
  readonly refreshMs: number
}

/** As far back as samples are kept. */
export const RANGES = [
  { value: '1h', label: '1 hour', ms: HOUR, refreshMs: 15 * SECOND },
  { value: '6h', label: '6 hours', ms: 6 * HOUR, refreshMs: MINUTE },
  { value: '1d', label: '1 day', ms: DAY, refreshMs: 5 * MINUTE },
  { value: '7d', label: '7 days', ms: 7 * DAY, refreshMs: 15 * MINUTE },
] as const satisfies readonly Range[]

export const rangeOf = (name: RangeName): Range =>
  RANGES.find(({ value }) => value === name) ?? RANGES[0]
