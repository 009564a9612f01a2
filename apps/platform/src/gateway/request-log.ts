import { type LogEntry } from '@plinth/contract'
import { type Kysely, sql } from 'kysely'
import type { Deps } from '#app/base/deps.ts'
import type { Database } from '#app/db/schema.ts'

const NOTE_MS = 400

type Rows = {
  readonly edge: LogEntry<'edge_logs'>
  /** Where a function was called. */
  readonly call: LogEntry<'function_edge_logs'> | undefined
}

export type RequestLog = {
  /** Takes no time: what it is told is written later. */
  readonly add: (rows: Rows, keyId: string | undefined) => void
  readonly close: () => Promise<void>
}

type Options = Pick<Deps, 'db' | 'log' | 'logs'>

/** The log of requests to the gateway and, beside it, when each key of the new kind was last used. */
export function requestLog({ db, log, logs }: Options): RequestLog {
  let used = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  async function note() {
    clearTimeout(timer)
    timer = undefined
    const uses = [...used].map(([id, at]) => ({ id, at }))
    used = new Map()
    if (uses.length === 0) return
    try {
      await noteUses(db, uses)
    } catch (error) {
      log.error({ err: error }, 'the last use of keys could not be noted')
    }
  }

  return {
    add({ edge, call }, keyId) {
      logs.write('edge_logs', [edge])
      if (call) logs.write('function_edge_logs', [call])
      if (keyId === undefined) return
      used.set(keyId, edge.at)
      timer ??= setTimeout(() => void note(), NOTE_MS).unref()
    },
    close: note,
  }
}

const noteUses = (db: Kysely<Database>, uses: readonly { id: string; at: number }[]) =>
  sql`
    update api_keys k set last_used_at = u.used_at
      from (select id, to_timestamp(at / 1000) as used_at
              from json_to_recordset(${JSON.stringify(uses)}::json) as r(id uuid, at float8)) u
     where k.id = u.id and (k.last_used_at is null or k.last_used_at < u.used_at)`.execute(db)
