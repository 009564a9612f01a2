import type pg from 'pg'
import type { Logger } from 'pino'
import type { SecretBox } from '#app/base/secret-box.ts'
import { logAsker } from './ask.ts'
import { connectLogDatabase, migrateLogDatabase } from './database.ts'
import { createLogs, type Kept, type Logs } from './logs.ts'

const READ_TIMEOUT_MS = 10_000

type Options = {
  readonly connection: pg.PoolConfig
  readonly secrets: SecretBox
  readonly log: Logger
  readonly clock: () => Date
  readonly kept?: () => Promise<readonly Kept[]>
  /** The database is known to be up to date. */
  readonly isMigrated?: boolean
}

/** Connects to the database of logs and brings it up to date; closing writes what still waits. */
export async function openLogs(options: Options): Promise<Logs> {
  const { connection, secrets, log, clock, isMigrated, kept } = options
  const onError = (error: Error) => log.warn({ err: error }, 'a connection to the logs broke')
  const pool = connectLogDatabase({ connection, onError })
  const readPool = connectLogDatabase({ connection, onError, statementTimeoutMs: READ_TIMEOUT_MS })
  if (!isMigrated) await migrateLogDatabase(pool)
  const asker = logAsker({ pool, connection, secrets })
  const logs = createLogs({ pool, readPool, asker, log, clock, kept })
  return {
    ...logs,
    async close() {
      await logs.close()
      await Promise.all([pool.end(), readPool.end()])
    },
  }
}
