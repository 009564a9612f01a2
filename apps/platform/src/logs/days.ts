import pg from 'pg'

const DAY_MS = 24 * 60 * 60_000
const AHEAD_DAYS = 2
// somebody who reads for long must not hold up what is written behind us in the queue of locks
const LOCK_TIMEOUT_MS = 2_000

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The tables of days: there before the first row of a day comes, dropped when no plan keeps them. */
export function logDays(pool: pg.Pool) {
  // by their number: this is asked for every row
  const known = new Set<number>()

  async function ensure(times: Iterable<number>): Promise<void> {
    const missing = new Set<number>()
    for (const ms of times) {
      const day = Math.floor(ms / DAY_MS)
      if (!known.has(day)) missing.add(day)
    }
    for (const day of missing) {
      await pool.query('select logs.ensure_day($1)', [dayOf(day * DAY_MS)])
      known.add(day)
    }
  }

  return {
    ensure,

    /** Another platform may have dropped a day that was known here. */
    doubt: () => known.clear(),

    /** Today and what comes next, so that nobody has to wait at midnight. */
    prepare: (nowMs: number) =>
      ensure(Array.from({ length: AHEAD_DAYS + 2 }, (_, n) => nowMs + (n - 1) * DAY_MS)),

    /** Drops the days that ended before then. */
    async drop(beforeMs: number): Promise<void> {
      for (const { name, day } of await endedBefore(pool, beforeMs)) {
        known.delete(Date.parse(day) / DAY_MS)
        await dropTable(pool, name)
      }
    },

    /** Deletes the rows of these projects from the days that ended before then; others' stay. */
    async deleteOf(refs: readonly string[], beforeMs: number): Promise<void> {
      if (refs.length === 0) return
      for (const { name } of await endedBefore(pool, beforeMs)) {
        const table = `logs_days.${pg.escapeIdentifier(name)}`
        await unlessGone(pool.query(`delete from ${table} where project_ref = any ($1)`, [refs]))
      }
    },
  }
}

const UNDEFINED_TABLE = '42P01'

/** Another platform may drop a day between our looking and our deleting: its rows are gone, too. */
async function unlessGone(deletion: Promise<unknown>) {
  try {
    await deletion
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== UNDEFINED_TABLE) throw error
  }
}

async function endedBefore(pool: pg.Pool, beforeMs: number) {
  const { rows } = await pool.query<{ name: string; day: string }>(
    `select relname as name, to_date(right(relname, 8), 'YYYYMMDD')::text as day
       from pg_catalog.pg_class
      where relnamespace = 'logs_days'::regnamespace and relkind = 'r'
        and to_date(right(relname, 8), 'YYYYMMDD') < $1::date
      order by relname`,
    [dayOf(beforeMs)],
  )
  return rows
}

async function dropTable(pool: pg.Pool, name: string) {
  const client = await pool.connect()
  try {
    await client.query(`begin; set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
    // platforms that share these logs look after them at the same hour
    await client.query(`drop table if exists logs_days.${client.escapeIdentifier(name)}`)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
