import type { LogFilter } from '@plinth/contract'
import { choiceParam, textParam } from '#app/lib/search-params.ts'
import { momentParam, PRESET_NAMES, type PresetName } from '#app/lib/time-range.ts'

/** The range a collection opens with. */
export const STANDARD_RANGE: PresetName = '1h'

/** A collection's address: its range, its search and its filters, the values with commas between. */
export type LogSearch = {
  readonly range?: PresetName | undefined
  readonly start?: string | undefined
  readonly end?: string | undefined
  readonly search?: string | undefined
} & { readonly [Filter in LogFilter]?: string | undefined }

const FILTERS = ['level', 'method', 'status', 'severity', 'function'] as const

/** What an address says, typed by hand or not. */
export function logSearch(params: Record<string, unknown>): LogSearch {
  const read = {
    range: choiceParam(params['range'], PRESET_NAMES),
    start: momentParam(params['start']),
    end: momentParam(params['end']),
    search: textParam(params['search'])?.slice(0, 200),
    ...Object.fromEntries(FILTERS.map((name) => [name, textParam(params[name])])),
  }
  return withoutEmpty(read)
}

/** Without what is not said, so that an address stays short. */
export const withoutEmpty = <Value extends object>(value: Value): Partial<Value> =>
  Object.fromEntries(
    Object.entries(value).filter(([, each]) => each !== undefined && each !== ''),
    // fromEntries forgets which keys it was given
  ) as Partial<Value>

export const valuesOf = (param: string | undefined): readonly string[] =>
  param?.split(',').filter((value) => value !== '') ?? []

/** With one value more or one less. */
export function toggled(param: string | undefined, value: string): string | undefined {
  const values = valuesOf(param)
  const next = values.includes(value) ? values.filter((each) => each !== value) : [...values, value]
  return next.length > 0 ? next.join(',') : undefined
}

/** Whether anything narrows the collection beside its range. */
export const isNarrowed = (search: LogSearch): boolean =>
  search.search !== undefined || FILTERS.some((name) => search[name] !== undefined)

/** What the call takes of it. */
export const narrowing = ({ range: _, start: _start, end: _end, ...rest }: LogSearch) => rest
