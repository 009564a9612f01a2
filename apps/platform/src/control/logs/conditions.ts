import { LOG_FILTERS, type LogCollection, type LogFilter, LogLevel } from '@plinth/contract'

export type Narrowed = {
  readonly search?: string | undefined
} & { readonly [Filter in LogFilter]?: readonly string[] | undefined }

const BY_STATUS = `case when status_code >= 500 then 'error' when status_code >= 400 then 'warning' else 'ok' end`
const BY_NAME = (column: string) => `case
  when upper(${column}) in ('ERROR', 'FATAL', 'PANIC') then 'error'
  when upper(${column}) in ('WARNING', 'WARN') then 'warning'
  else 'ok' end`

/** How bad a row of each collection is, as SQL. */
export const LEVEL_SQL = {
  edge_logs: BY_STATUS,
  postgres_logs: BY_NAME('error_severity'),
  postgrest_logs: BY_NAME('level'),
  function_edge_logs: BY_STATUS,
  function_logs: BY_NAME('level'),
} as const satisfies Record<LogCollection, string>

// what people search in beside the line itself
const SEARCHED: Partial<Record<LogCollection, string>> = {
  edge_logs: `coalesce(event_message, '') || ' ' || coalesce(search, '') || ' ' || coalesce(user_agent, '') || ' ' || coalesce(ip_address, '') || ' ' || coalesce(request_id, '')`,
  postgres_logs: `coalesce(event_message, '') || ' ' || coalesce(query, '') || ' ' || coalesce(detail, '') || ' ' || coalesce(user_name, '')`,
  function_edge_logs: `coalesce(event_message, '') || ' ' || coalesce(search, '') || ' ' || coalesce(user_agent, '') || ' ' || coalesce(request_id, '')`,
}

/** Collects values and hands out their places in the text. */
export function parameters() {
  const values: unknown[] = []
  return { values, add: (value: unknown) => `$${values.push(value)}` }
}
type Add = ReturnType<typeof parameters>['add']

/** What narrows a collection, as SQL after `and`; a filter that the collection does not have is none. */
export function conditions(collection: LogCollection, narrowed: Narrowed, add: Add): string[] {
  const has: readonly LogFilter[] = LOG_FILTERS[collection]
  const given = (filter: LogFilter) => {
    const values = has.includes(filter) ? (narrowed[filter] ?? []) : []
    return values.length > 0 ? values : undefined
  }
  const [levels, methods, statuses, severities, functions] = [
    given('level')?.filter((level) => LogLevel.safeParse(level).success),
    given('method'),
    given('status'),
    given('severity'),
    given('function'),
  ]
  const severity = collection === 'postgres_logs' ? 'error_severity' : 'level'
  return [
    levels && `${LEVEL_SQL[collection]} = any (${add(levels)})`,
    methods && `method = any (${add(methods)})`,
    statuses && `status_code / 100 = any (${add(statuses.map((text) => Number(text[0]) || 0))})`,
    severities && `${severity} = any (${add(severities)})`,
    functions && `function_slug = any (${add(functions)})`,
    narrowed.search &&
      // not a pattern: what people type is what is looked for
      `strpos(lower(${SEARCHED[collection] ?? 'event_message'}), lower(${add(narrowed.search)})) > 0`,
  ].filter((condition): condition is string => !!condition)
}
