import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './schema.ts'

type Options = {
  readonly connection: pg.PoolConfig
  readonly onError: (error: Error) => void
  readonly maxConnections?: number
}

/** The control database; ending the returned pool is the caller's. */
export function connectDatabase({ connection, onError, maxConnections = 10 }: Options) {
  const pool = new pg.Pool({
    ...connection,
    max: maxConnections,
    connectionTimeoutMillis: 10_000,
    application_name: 'plinth',
  })
  // a server that goes away under an idle connection would otherwise end the process
  pool.on('error', onError)
  // and so would one that goes away inside a transaction: the pool hears only those at rest
  pool.on('connect', (client) => client.on('error', onError))
  return { pool, db: new Kysely<Database>({ dialect: new PostgresDialect({ pool }) }) }
}
