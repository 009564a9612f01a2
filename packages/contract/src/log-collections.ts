import type { PlanId } from './organizations.ts'

/** The types that columns of logs have, as PostgreSQL names them. */
type FieldType = 'text' | 'int' | 'real' | 'timestamptz' | 'jsonb'
type Field = { readonly type: FieldType; readonly about: string }

const every = {
  timestamp: { type: 'timestamptz', about: 'When it happened' },
  event_message: { type: 'text', about: 'The line as it reads' },
  metadata: { type: 'jsonb', about: 'What else is known, as JSON' },
} as const satisfies Record<string, Field>

const request = {
  request_id: { type: 'text', about: 'What the answer calls x-request-id' },
  method: { type: 'text', about: 'GET, POST and so on' },
  path: { type: 'text', about: 'The path, without the service and the search' },
  search: { type: 'text', about: 'What follows the question mark, without secrets' },
  status_code: { type: 'int', about: 'The HTTP status that was answered' },
  took_ms: { type: 'real', about: 'Milliseconds from request to answer' },
  role: { type: 'text', about: 'What the request ran as; null where it was refused' },
  user_agent: { type: 'text', about: 'What the caller calls itself' },
  ip_address: { type: 'text', about: 'Where the request came from' },
} as const satisfies Record<string, Field>

const ofFunction = {
  function_id: { type: 'text', about: 'Id of the function' },
  function_slug: { type: 'text', about: 'Name of the function in its URL' },
  version: { type: 'int', about: 'Which deployment of it ran' },
} as const satisfies Record<string, Field>

/**
 * Every collection of logs with its columns: what the store keeps, what SQL finds and what the
 * explorer explains. `id` and `project_ref` stand in each of them.
 */
export const LOG_COLLECTIONS = {
  edge_logs: {
    label: 'API Gateway',
    fields: {
      ...every,
      ...request,
      service: { type: 'text', about: 'What was asked: rest, functions and so on' },
      key_role: { type: 'text', about: 'The role of the key it came with' },
      key_prefix: { type: 'text', about: 'What tells the key apart, useless to anyone else' },
    },
  },
  postgres_logs: {
    label: 'Postgres',
    fields: {
      ...every,
      error_severity: { type: 'text', about: 'LOG, WARNING, ERROR, FATAL or PANIC' },
      sql_state_code: { type: 'text', about: "PostgreSQL's code of the error" },
      detail: { type: 'text', about: 'More about the error' },
      hint: { type: 'text', about: 'What could be done about it' },
      query: { type: 'text', about: 'The statement that failed' },
      user_name: { type: 'text', about: 'The role of the session' },
      database_name: { type: 'text', about: 'The database of the session' },
      application_name: { type: 'text', about: 'What the client calls itself' },
      backend_type: { type: 'text', about: 'The kind of process that spoke' },
      session_id: { type: 'text', about: 'One for each session' },
      process_id: { type: 'int', about: 'The process that spoke' },
    },
  },
  postgrest_logs: {
    label: 'PostgREST',
    fields: { ...every, level: { type: 'text', about: 'info, warning or error' } },
  },
  function_edge_logs: {
    label: 'Edge Function Invocations',
    fields: { ...every, ...request, ...ofFunction },
  },
  function_logs: {
    label: 'Edge Functions',
    fields: {
      ...every,
      ...ofFunction,
      level: { type: 'text', about: 'log, info, warning, error or debug' },
      event_type: { type: 'text', about: 'Log, Boot, BootFailure, UncaughtException or Shutdown' },
      execution_id: { type: 'text', about: 'The request it was said in, as request_id' },
    },
  },
} as const satisfies Record<
  string,
  { readonly label: string; readonly fields: Readonly<Record<string, Field>> }
>

export type LogCollectionName = keyof typeof LOG_COLLECTIONS

/** How many days logs are kept. */
export const LOG_RETENTION_DAYS = {
  free: 1,
  pro: 7,
  team: 28,
  enterprise: 90,
} as const satisfies Record<PlanId, number>

type ValueOf<Type extends FieldType> = Type extends 'int' | 'real'
  ? number
  : Type extends 'jsonb'
    ? Readonly<Record<string, unknown>>
    : string

type FieldsOf<Name extends LogCollectionName> = (typeof LOG_COLLECTIONS)[Name]['fields']

/** One row to be written; what is left out is null, and the time of a row is `at`. */
export type LogEntry<Name extends LogCollectionName> = {
  readonly project_ref: string
  /** Milliseconds since 1970. */
  readonly at: number
} & {
  readonly [Key in Exclude<keyof FieldsOf<Name>, 'timestamp'>]?: FieldsOf<Name>[Key] extends {
    readonly type: infer Type extends FieldType
  }
    ? ValueOf<Type> | null
    : never
}
