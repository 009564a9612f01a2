import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { migrate } from '#app/db/migrate.ts'

const MAX_CONNECTIONS = 4
const CONNECT_TIMEOUT_MS = 10_000

type Options = {
  readonly connection: pg.PoolConfig
  readonly onError: (error: Error) => void
  /** Ends what takes longer; nothing does unless given. */
  readonly statementTimeoutMs?: number
}

/** Our own connections to the database of logs, as its owner; ending the pool is the caller's. */
export function connectLogDatabase({
  connection,
  onError,
  statementTimeoutMs = 0,
}: Options): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    application_name: 'plinth-logs',
    statement_timeout: statementTimeoutMs,
    // nobody waits for these rows: half a second of them may go with a power cut
    // oxlint-disable-next-line typescript/no-misused-promises -- the pool waits for it, whatever its type says
    onConnect: (client) => client.query('set synchronous_commit = off'),
  })
  pool.on('error', onError)
  // a connection that somebody has taken out is not heard by the pool
  pool.on('connect', (client) => client.on('error', onError))
  return pool
}

/** Brings its tables up to date. */
export async function migrateLogDatabase(pool: pg.Pool): Promise<void> {
  // not destroyed: that would end the pool, which is not ours
  const db = new Kysely<Record<never, never>>({ dialect: new PostgresDialect({ pool }) })
  const folder = join(import.meta.dirname, 'migrations')
  await migrate(db, { folder, name: 'plinth_log_migrations' })
}
