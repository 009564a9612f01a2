import type pg from 'pg'

const DAY_MS = 24 * 60 * 60_000
const AHEAD_DAYS = 2
// somebody who reads for long must not hold up what is written behind us in the queue of locks
const LOCK_TIMEOUT_MS = 2_000

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The tables of days: there before the first row of a day comes, dropped when no plan keeps them. */
export function logDays(pool: pg.Pool) {
  const known = new Set<string>()

  async function ensure(times: Iterable<number>): Promise<void> {
    const days = new Set<string>()
    for (const ms of times) days.add(dayOf(ms))
    for (const day of days) {
      if (known.has(day)) continue
      await pool.query('select logs.ensure_day($1)', [day])
      known.add(day)
    }
  }

  return {
    ensure,

    /** Today and what comes next, so that nobody has to wait at midnight. */
    prepare: (nowMs: number) =>
      ensure(Array.from({ length: AHEAD_DAYS + 2 }, (_, n) => nowMs + (n - 1) * DAY_MS)),

    /** Drops the days that ended before then; says how many tables went. */
    async drop(beforeMs: number): Promise<number> {
      const { rows } = await pool.query<{ name: string; day: string }>(
        `select relname as name, to_date(right(relname, 8), 'YYYYMMDD')::text as day
           from pg_catalog.pg_class
          where relnamespace = 'logs_days'::regnamespace and relkind = 'r'
            and to_date(right(relname, 8), 'YYYYMMDD') < $1::date`,
        [dayOf(beforeMs)],
      )
      for (const { name, day } of rows) {
        known.delete(day)
        await dropTable(pool, name)
      }
      return rows.length
    },
  }
}

async function dropTable(pool: pg.Pool, name: string) {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    await client.query(`drop table logs_days.${client.escapeIdentifier(name)}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
