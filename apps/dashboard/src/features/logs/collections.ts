import { LOG_FILTERS, type LogCollection, type LogFilter, type Project } from '@plinth/contract'

type Copy = {
  /** What stands in it, under the title. */
  readonly about: string
  readonly emptyTitle: string
  readonly empty: string
  /** What makes a row appear: something to type in a terminal. */
  readonly cause: (project: Pick<Project, 'restUrl'>) => string | undefined
}

/** What the pages of collections say. */
export const COPY: Record<LogCollection, Copy> = {
  edge_logs: {
    about:
      'Requests to the APIs of this project, refused ones included. Of those that the rate limit holds back one a second is noted.',
    emptyTitle: 'No requests yet',
    empty:
      'A request to the API of this project appears here within a second. Even one without a key does:',
    cause: ({ restUrl }) => (restUrl ? `curl ${restUrl}` : undefined),
  },
  postgres_logs: {
    about:
      'What the Postgres server of this project says: statements that fail, warnings, starts and stops.',
    emptyTitle: 'Nothing was logged',
    empty: 'A statement that fails appears here a second later. Run this one in the SQL editor:',
    cause: () => 'select 1 / 0;',
  },
  postgrest_logs: {
    about: 'What the data API says when it starts, reads the schema or loses its database.',
    emptyTitle: 'Nothing was logged',
    empty:
      'Lines appear when the data API starts or reloads: restart the project, or tell it that the schema changed:',
    cause: () => "notify pgrst, 'reload schema';",
  },
  function_edge_logs: {
    about: 'Every call of an edge function, with its status and time.',
    emptyTitle: 'No calls yet',
    empty: 'A call of an edge function appears here within a second.',
    cause: () => undefined,
  },
  function_logs: {
    about: 'What edge functions say while they run: console output, starts and failures.',
    emptyTitle: 'Nothing was logged',
    empty: 'Write console.log in a function and call it: the line appears here.',
    cause: () => undefined,
  },
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']
const SEVERITIES: Partial<Record<LogCollection, readonly string[]>> = {
  postgres_logs: ['LOG', 'WARNING', 'ERROR', 'FATAL', 'PANIC'],
  function_logs: ['log', 'info', 'warning', 'error', 'debug'],
}

type Choice = { readonly value: string; readonly label: string }
const same = (values: readonly string[]): Choice[] =>
  values.map((value) => ({ value, label: value }))

/** What a filter offers; `seen` are the functions that rows on screen came from. */
export function choicesOf(
  collection: LogCollection,
  filter: LogFilter,
  seen: readonly string[],
): readonly Choice[] {
  switch (filter) {
    case 'method':
      return same(METHODS)
    case 'status':
      return [
        { value: '2xx', label: '2xx Success' },
        { value: '3xx', label: '3xx Redirect' },
        { value: '4xx', label: '4xx Refused' },
        { value: '5xx', label: '5xx Failed' },
      ]
    case 'severity':
      return same(SEVERITIES[collection] ?? [])
    case 'level':
      return [
        { value: 'ok', label: 'Info' },
        { value: 'warning', label: 'Warning' },
        { value: 'error', label: 'Error' },
      ]
    case 'function':
      return same(seen)
  }
}

export const FILTER_LABELS: Record<LogFilter, string> = {
  method: 'Method',
  status: 'Status',
  severity: 'Severity',
  level: 'Level',
  function: 'Function',
}

/** A level is offered where nothing finer is. */
export const filtersOf = (collection: LogCollection): readonly LogFilter[] => {
  const filters: readonly LogFilter[] = LOG_FILTERS[collection]
  return filters.length > 1 ? filters.filter((filter) => filter !== 'level') : filters
}
