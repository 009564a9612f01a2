import { dateAndSecond } from './date.ts'
import { MINUTE, now } from './time.ts'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Ranges that end now, by the name they have in an address. */
export const PRESETS = [
  { value: '15m', label: 'Last 15 minutes', ms: 15 * MINUTE },
  { value: '1h', label: 'Last hour', ms: HOUR },
  { value: '3h', label: 'Last 3 hours', ms: 3 * HOUR },
  { value: '24h', label: 'Last 24 hours', ms: DAY },
  { value: '7d', label: 'Last 7 days', ms: 7 * DAY },
  { value: '28d', label: 'Last 28 days', ms: 28 * DAY },
  { value: '90d', label: 'Last 90 days', ms: 90 * DAY },
] as const

export type PresetName = (typeof PRESETS)[number]['value']
export const PRESET_NAMES: readonly PresetName[] = PRESETS.map(({ value }) => value)

/** A range that moves with the clock, or one between two moments. */
export type TimeRange =
  | { readonly preset: PresetName }
  | { readonly start: string; readonly end: string }

export const presetOf = (name: PresetName) =>
  PRESETS.find(({ value }) => value === name) ?? PRESETS[1]

export const lengthOf = (range: TimeRange): number =>
  'preset' in range ? presetOf(range.preset).ms : Date.parse(range.end) - Date.parse(range.start)

/** The moments it means at a given time. */
export const momentsOf = (range: TimeRange, at = now()): { start: string; end: string } =>
  'preset' in range
    ? {
        start: new Date(at - presetOf(range.preset).ms).toISOString(),
        end: new Date(at).toISOString(),
      }
    : range

export const rangeText = (range: TimeRange): string =>
  'preset' in range
    ? presetOf(range.preset).label
    : `${dateAndSecond(range.start)} to ${dateAndSecond(range.end)}`

/** Why a preset cannot be chosen where logs are kept this long; undefined where it can. */
export const tooLong = (ms: number, keptDays: number): string | undefined =>
  ms > keptDays * DAY
    ? `This plan keeps logs for ${keptDays === 1 ? '1 day' : `${keptDays} days`}`
    : undefined

type Params = {
  readonly range?: PresetName | undefined
  readonly start?: string | undefined
  readonly end?: string | undefined
}

/** As it stands in an address. */
export const rangeFrom = ({ range, start, end }: Params, standard: PresetName): TimeRange =>
  start !== undefined && end !== undefined ? { start, end } : { preset: range ?? standard }

export const rangeParams = (range: TimeRange, standard: PresetName): Params =>
  'preset' in range
    ? {
        range: range.preset === standard ? undefined : range.preset,
        start: undefined,
        end: undefined,
      }
    : { range: undefined, ...range }

/** A moment of an address, if it is one. */
export const momentParam = (value: unknown): string | undefined =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))
    ? new Date(value).toISOString()
    : undefined

/** What a field for a local date and time shows, and what it means. */
export function localInput(iso: string): string {
  const date = new Date(iso)
  const local = new Date(date.getTime() - date.getTimezoneOffset() * MINUTE)
  return local.toISOString().slice(0, 19)
}
export const fromLocalInput = (text: string): string | undefined => momentParam(text)
