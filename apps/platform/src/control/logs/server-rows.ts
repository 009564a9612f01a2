import type { LogEntry } from '@plinth/contract'
import { adminRole, type LogRecord } from '@plinth/postgres'

// what one line may be: a statement of a megabyte that fails is not worth as much here
const MAX_TEXT = 16_000

// those that have a column of their own, and those that say nothing
const KNOWN = new Set([
  'timestamp',
  'message',
  'error_severity',
  'state_code',
  'detail',
  'hint',
  'statement',
  'user',
  'dbname',
  'application_name',
  'backend_type',
  'session_id',
  'pid',
  'internal_query',
  'line_num',
  'vxid',
  'txid',
  'ps',
  'session_start',
])

// where our machine keeps things is nobody's business
const withoutPlace = (text: string) => text.replace(/(listening on unix socket) "[^"]*"/i, '$1')

const WRONG_PASSWORD = '28P01'

/** Our own try of a password, which a new cluster does not have yet: nothing that happened to the project. */
export const isOurTrial = (record: LogRecord): boolean =>
  record['user'] === adminRole && record['state_code'] === WRONG_PASSWORD

const textOf = (value: unknown) => (typeof value === 'string' ? value.slice(0, MAX_TEXT) : null)

/** A line of a project's server as a row. */
export function rowOfRecord(ref: string, record: LogRecord, now: Date): LogEntry<'postgres_logs'> {
  // the server writes UTC: 2026-01-02 03:04:05.678 UTC
  const at = Date.parse(record.timestamp.replace(' UTC', 'Z').replace(' ', 'T'))
  const { user, dbname, application_name, backend_type, session_id, pid } = record
  // statements of the platform's own may hold what belongs to nobody else
  const isOurs = user === adminRole
  const rest = Object.entries(record).filter(([name]) => !KNOWN.has(name))
  return {
    project_ref: ref,
    at: Number.isNaN(at) ? now.getTime() : at,
    event_message: textOf(withoutPlace(record.message)),
    error_severity: record.error_severity,
    sql_state_code: textOf(record['state_code']),
    detail: textOf(record['detail']),
    hint: textOf(record['hint']),
    query: isOurs ? null : textOf(record['statement']),
    user_name: textOf(user),
    database_name: textOf(dbname),
    application_name: textOf(application_name),
    backend_type: textOf(backend_type),
    session_id: textOf(session_id),
    process_id: typeof pid === 'number' ? pid : null,
    metadata: Object.fromEntries(
      rest.map(([name, value]) => [
        name,
        typeof value === 'string' ? value.slice(0, MAX_TEXT) : value,
      ]),
    ),
  }
}

const PREFIX = /^\d{2}\/\w{3}\/\d{4}:\d{2}:\d{2}:\d{2} [+-]\d{4}: /
const FAILED = /^(fatal|failed|error|unable)|"code":|^\S+ - .*" 5\d\d /i

/** A line of a project's data API as a row. */
export function rowOfRestLine(ref: string, line: string, now: Date): LogEntry<'postgrest_logs'> {
  const message = withoutPlace(line.replace(PREFIX, '')).slice(0, MAX_TEXT)
  const level = FAILED.test(message) ? 'error' : 'info'
  return { project_ref: ref, at: now.getTime(), event_message: message, level }
}
