import { EDGE_LOG_DAYS } from '@plinth/contract'
import { type Kysely, sql } from 'kysely'
import type { Deps } from '#app/base/deps.ts'
import type { Database } from '#app/db/schema.ts'

const FLUSH_MS = 400
const FLUSH_AT = 1_000
// what is kept while the control database is slow or away; what comes on top is counted and lost
const MAX_WAITING = 20_000
const SWEEP_MS = 60 * 60_000
const SWEEP_ROWS = 10_000
const RETRIES = 3

export type Entry = {
  readonly project_ref: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly request_id: string
  readonly method: string
  readonly path: string
  readonly search: string
  readonly status: number
  readonly took_ms: number
  readonly role: string | null
  readonly key_id: string | null
  readonly key_role: string | null
  readonly key_prefix: string | null
  readonly user_agent: string | null
  readonly ip_address: string
}

export type RequestLog = {
  /** Takes no time: rows are written in batches, later. */
  readonly add: (entry: Entry) => void
  readonly flush: () => Promise<void>
  readonly close: () => Promise<void>
}

type Options = Pick<Deps, 'db' | 'log' | 'clock'>

/** The log of requests to the gateway: written behind the requests' backs, kept for days. */
export function requestLog({ db, log, clock }: Options): RequestLog {
  let waiting: Entry[] = []
  let lost = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  async function writeAll() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, FLUSH_AT)
      waiting = waiting.slice(FLUSH_AT)
      await writeBatch(batch)
    }
    if (lost > 0) log.warn({ lost }, 'requests came too fast for their log')
    lost = 0
  }

  async function writeBatch(batch: readonly Entry[]) {
    for (let attempt = 1; ; attempt++) {
      try {
        await insert(db, batch)
        return
      } catch (error) {
        if (attempt < RETRIES) continue
        lost += batch.length
        log.error({ err: error }, 'requests could not be logged')
        return
      }
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeAll().finally(() => (writing = undefined))
    return writing
  }

  async function sweep() {
    const before = new Date(clock().getTime() - EDGE_LOG_DAYS * 24 * 60 * 60_000)
    // in pieces: one long deletion would hold up what is written meanwhile
    for (let deleted = SWEEP_ROWS; deleted === SWEEP_ROWS;) {
      deleted = await deleteOlder(db, before)
    }
  }
  const sweepLoudly = () =>
    void sweep().catch((error: unknown) =>
      log.error({ err: error }, 'old requests were not deleted'),
    )
  const sweeper = setInterval(sweepLoudly, SWEEP_MS).unref()
  sweepLoudly()

  return {
    add(entry) {
      if (waiting.length >= MAX_WAITING) {
        lost++
        return
      }
      waiting.push(entry)
      if (waiting.length >= FLUSH_AT) void flush()
      else timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
    flush,
    async close() {
      clearInterval(sweeper)
      await flush()
    },
  }
}

/** Rows and, in the same breath, when each key of the new kind was last used. */
async function insert(db: Kysely<Database>, batch: readonly Entry[]) {
  const columns = sql`request_id, method, path, search, status, took_ms, role, key_role, key_prefix, user_agent, ip_address`
  await sql`
    with batch as (
      select *, to_timestamp(at / 1000.0) as occurred_at
        from json_to_recordset(${JSON.stringify(batch)}::json) as r(
          project_ref text, at float8, request_id text, method text, path text, search text, status int,
          took_ms real, role text, key_id uuid, key_role text, key_prefix text, user_agent text,
          ip_address text
        )
    ), used as (
      update api_keys k set last_used_at = u.at
        from (select key_id, max(occurred_at) as at from batch where key_id is not null group by key_id) u
       where k.id = u.key_id and (k.last_used_at is null or k.last_used_at < u.at)
    )
    insert into edge_logs (project_ref, occurred_at, ${columns})
    select project_ref, occurred_at, ${columns} from batch`.execute(db)
}

async function deleteOlder(db: Kysely<Database>, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from edge_logs
     where id in (select id from edge_logs where occurred_at < ${before} limit ${SWEEP_ROWS})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0)
}
