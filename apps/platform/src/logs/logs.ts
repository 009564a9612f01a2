import {
  LOG_COLLECTIONS,
  LOG_RETENTION_DAYS,
  type LogCollectionName,
  type LogEntry,
} from '@plinth/contract'
import type { LogCursor, RowsRead } from '@plinth/postgres'
import type pg from 'pg'
import type { Logger } from 'pino'
import type { LogAsker, LogQuestion } from './ask.ts'
import { logDays } from './days.ts'
import { cursorOf, keepRead } from './cursors.ts'
import { insertRows, isAboutData } from './insert.ts'
import { logQueue, type Loss } from './queue.ts'

const DAY_MS = 24 * 60 * 60_000
const SWEEP_MS = 60 * 60_000

export type ServerLogRead = {
  readonly rows: readonly LogEntry<'postgres_logs'>[]
  readonly cursor: LogCursor
}

/** The store of what projects log. */
export type Logs = {
  /** Takes no time and never throws: rows are written in batches, a moment later. */
  readonly write: <Name extends LogCollectionName>(
    collection: Name,
    rows: readonly LogEntry<Name>[],
  ) => void
  /** How far the log of a project's server was kept. */
  readonly cursorOf: (ref: string) => Promise<LogCursor | undefined>
  /** Keeps what was read and how far, both or neither. */
  readonly keepRead: (ref: string, read: ServerLogRead) => Promise<void>
  /** The platform's own reading, as the owner of all rows: never with a text that somebody sent. */
  readonly read: <Row extends pg.QueryResultRow>(
    sql: string,
    values: readonly unknown[],
  ) => Promise<Row[]>
  /** Runs what somebody wrote, as a role that sees one project's rows; see the asker. */
  readonly ask: (question: LogQuestion) => Promise<RowsRead>
  /** A project is gone for good, and with it its logs. */
  readonly forget: (ref: string) => Promise<void>
  /** Resolves when everything written so far can be read. */
  readonly flush: () => Promise<void>
  /** What happens each hour: days to come are made, days that no plan keeps are dropped. */
  readonly sweep: () => Promise<void>
  readonly close: () => Promise<void>
}

/** Projects whose logs are kept equally long. */
export type Kept = { readonly days: number; readonly refs: readonly string[] }

type Options = {
  /** How long each project's logs are kept; unknown, nobody's plan keeps them longer than the longest. */
  readonly kept?: (() => Promise<readonly Kept[]>) | undefined
  readonly pool: pg.Pool
  /** For reading, so that a slow one holds up nobody who writes. */
  readonly readPool: pg.Pool
  readonly asker: LogAsker
  readonly log: Logger
  readonly clock: () => Date
  readonly limits?: { readonly rows: number; readonly bytes: number }
}

export function createLogs(options: Options): Logs {
  const { pool, readPool, asker, log, clock, limits, kept } = options
  const days = logDays(pool)

  /** Those of days that are kept: a clock that is wrong must not make tables for others. */
  async function keepable<Row extends { readonly at: number }>(rows: readonly Row[]) {
    const { earliest, latest } = keptRange(clock().getTime())
    const kept = rows.filter(({ at }) => at > earliest && at < latest)
    await days.ensure(kept.map(({ at }) => at))
    return kept
  }

  /** Once more, where the day of a row may have been dropped by another platform. */
  async function orWithItsDay(
    rows: readonly { readonly at: number }[],
    write: () => Promise<void>,
  ) {
    try {
      await write()
    } catch (error) {
      if (!isAboutData(error)) throw error
      days.doubt()
      await days.ensure(rows.map(({ at }) => at))
      await write()
    }
  }

  const queue = logQueue({
    log,
    ...(limits && { limits }),
    async insert(collection, rows) {
      const kept = await keepable(rows)
      if (kept.length === 0) return
      const texts = kept.map(({ text }) => text)
      await orWithItsDay(kept, () => insertRows(pool, collection, texts))
    },
    noteLosses: (losses) => noteLosses(pool, losses),
  })

  async function sweep() {
    const nowMs = clock().getTime()
    await days.prepare(nowMs)
    const groups = (await kept?.()) ?? []
    for (const group of groups) await days.deleteOf(group.refs, nowMs - group.days * DAY_MS)
    const longest = Math.max(...groups.map((group) => group.days), 1)
    const earliest = kept ? nowMs - longest * DAY_MS : keptRange(nowMs).earliest
    await days.drop(earliest)
    await pool.query('delete from logs.losses where lost_at < $1', [new Date(earliest)])
  }
  const sweepLoudly = () =>
    void sweep().catch((error: unknown) => log.error({ err: error }, 'old logs were not dropped'))
  const sweeper = setInterval(sweepLoudly, SWEEP_MS).unref()
  sweepLoudly()

  return {
    write: (collection, rows) => queue.add(collection, rows),
    read: async <Row extends pg.QueryResultRow>(sql: string, values: readonly unknown[]) =>
      (await readPool.query<Row>(sql, [...values])).rows,
    cursorOf: (ref) => cursorOf(pool, ref),
    async keepRead(ref, { rows, cursor }) {
      const kept = await keepable(rows)
      await orWithItsDay(kept, () => keepRead(pool, { ref, cursor, rows: kept }))
    },
    ask: asker.ask,
    async forget(ref) {
      await forgetRows(pool, ref)
      await asker.forget(ref)
    },
    flush: queue.flush,
    sweep,
    async close() {
      clearInterval(sweeper)
      await queue.close()
    },
  }
}

const keptRange = (nowMs: number) => ({
  earliest: nowMs - Math.max(...Object.values(LOG_RETENTION_DAYS)) * DAY_MS,
  latest: nowMs + DAY_MS,
})

async function noteLosses(pool: pg.Pool, losses: readonly Loss[]): Promise<void> {
  await pool.query(
    `insert into logs.losses (project_ref, collection, lost_at, lost_rows)
     select ref, collection, now(), rows
       from json_to_recordset($1::json) as r(ref text, collection text, rows int)`,
    [JSON.stringify(losses)],
  )
}

async function forgetRows(pool: pg.Pool, ref: string): Promise<void> {
  const tables = [...Object.keys(LOG_COLLECTIONS), 'losses', 'cursors']
  for (const table of tables) {
    await pool.query(`delete from logs.${table} where project_ref = $1`, [ref])
  }
}
