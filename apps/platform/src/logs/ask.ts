import { LOG_QUERY_LIMITS } from '@plinth/contract'
import { readRows, type RowsRead } from '@plinth/postgres'
import pg from 'pg'
import { AppError } from '#app/base/app-error.ts'
import type { SecretBox } from '#app/base/secret-box.ts'
import { pidOf, watchMemory } from './watch-memory.ts'
import { logReaders } from './readers.ts'

const CONNECT_TIMEOUT_MS = 5_000
// for a session that found a way to lift its own limit
const GRACE_MS = 2_000
// work_mem bounds a sort, but nothing bounds what an aggregate collects
const MAX_MEMORY_BYTES = 512 * 1024 * 1024
const MAX_AT_ONCE = 8
const MAX_PER_PROJECT = 3

export type LogQuestion = {
  readonly ref: string
  /** One statement that reads; what it may see is decided by the database alone. */
  readonly sql: string
  readonly start: Date
  readonly end: Date
  /** How far back the project's plan lets it look. */
  readonly keepDays: number
}

type Options = {
  readonly pool: pg.Pool
  readonly connection: pg.PoolConfig
  readonly secrets: SecretBox
  readonly limits?: LogLimits
}

type LogLimits = {
  readonly rows: number
  readonly bytes: number
  readonly timeMs: number
  readonly memoryBytes: number
}
const LIMITS: LogLimits = { ...LOG_QUERY_LIMITS, memoryBytes: MAX_MEMORY_BYTES }

/** A session that was ended for the memory it took. */
export class TookTooMuch extends Error {
  override readonly name = 'TookTooMuch'
}

/**
 * Runs people's SQL over one project's logs: in a session of its own that logged in as a role which
 * sees that project's rows and may do nothing but read them.
 */
export function logAsker({ pool, connection, secrets, limits = LIMITS }: Options) {
  const readers = logReaders({ pool, secrets })
  const running = new Map<string, number>()
  let runningAll = 0

  /** @throws pg.DatabaseError with what the server says of the text, AnswerTooLong, AppError */
  async function ask(question: LogQuestion): Promise<RowsRead> {
    const { ref } = question
    const mine = running.get(ref) ?? 0
    if (mine >= MAX_PER_PROJECT || runningAll >= MAX_AT_ONCE) throw new AppError('LOGS_BUSY')
    running.set(ref, mine + 1)
    runningAll++
    try {
      return await inSession(question)
    } finally {
      runningAll--
      const left = (running.get(ref) ?? 1) - 1
      if (left > 0) running.set(ref, left)
      else running.delete(ref)
    }
  }

  async function inSession({ ref, sql, start, end, keepDays }: LogQuestion): Promise<RowsRead> {
    const login = await readers.login(ref, keepDays).catch((error: unknown) => {
      throw notMade(error)
    })
    const client = new pg.Client({
      ...credentials(connection, login),
      application_name: 'plinth-log-query',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      options: optionsFor({ start, end, timeMs: limits.timeMs }),
    })
    // expected: we may break the connection ourselves, and the query under way says so
    client.on('error', () => undefined)
    await client.connect()
    let tookTooMuch = false
    const late = setTimeout(() => void endSession(client), limits.timeMs + GRACE_MS).unref()
    const unwatch = watchMemory(client, limits.memoryBytes, () => {
      tookTooMuch = true
      void endSession(client)
    })
    try {
      await client.query('begin read only')
      return await readRows(client, sql, { maxRows: limits.rows, maxBytes: limits.bytes })
    } catch (error) {
      throw tookTooMuch ? new TookTooMuch('The session was ended', { cause: error }) : error
    } finally {
      clearTimeout(late)
      unwatch()
      // expected: a connection that broke cannot say goodbye
      await client.end().catch(() => undefined)
    }
  }

  async function endSession(client: pg.Client) {
    client.connection.stream.destroy()
    // a backend that is busy does not notice that nobody listens any more
    await pool.query('select pg_terminate_backend($1)', [pidOf(client)]).catch(() => undefined)
  }

  return { ask, forget: (ref: string) => readers.drop(ref) }
}

function notMade(cause: unknown): AppError {
  const mayNot = cause instanceof pg.DatabaseError && cause.code === '42501'
  return new AppError('LOGS_UNAVAILABLE', {
    ...(mayNot && {
      message: 'The user of PLINTH_LOGS_DATABASE_URL has to have CREATEROLE for this',
    }),
    cause,
  })
}

function credentials(connection: pg.PoolConfig, login: { user: string; password: string }) {
  if (!connection.connectionString) return { ...connection, ...login }
  const url = new URL(connection.connectionString)
  url.username = login.user
  url.password = login.password
  return { ...connection, connectionString: url.href }
}

/** In the startup packet, so that a session begins with its limits. */
const optionsFor = ({ start, end, timeMs }: { start: Date; end: Date; timeMs: number }) =>
  Object.entries({
    search_path: 'logs,pg_catalog',
    default_transaction_read_only: 'on',
    statement_timeout: timeMs,
    lock_timeout: 3_000,
    idle_in_transaction_session_timeout: 5_000,
    work_mem: '8MB',
    max_parallel_workers_per_gather: 0,
    timezone: 'UTC',
    datestyle: 'iso',
    'plinth.range_start': start.toISOString(),
    'plinth.range_end': end.toISOString(),
  })
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ')

export type LogAsker = ReturnType<typeof logAsker>
