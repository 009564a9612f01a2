import type pg from 'pg'
import type { Logger } from 'pino'
import { connectLogDatabase, migrateLogDatabase } from './database.ts'
import { createLogs, type Logs } from './logs.ts'

type Options = {
  readonly connection: pg.PoolConfig
  readonly log: Logger
  readonly clock: () => Date
  /** The database is known to be up to date. */
  readonly isMigrated?: boolean
}

/** Connects to the database of logs and brings it up to date; closing writes what still waits. */
export async function openLogs({ connection, log, clock, isMigrated }: Options): Promise<Logs> {
  const onError = (error: Error) => log.warn({ err: error }, 'a connection to the logs broke')
  const pool = connectLogDatabase({ connection, onError })
  if (!isMigrated) await migrateLogDatabase(pool)
  const logs = createLogs({ pool, log, clock })
  return {
    ...logs,
    async close() {
      await logs.close()
      await pool.end()
    },
  }
}
