import type { LogCollectionName, LogEntry } from '@plinth/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { encodeRow, isAboutData } from './insert.ts'

const FLUSH_MS = 400
const FLUSH_AT = 1_000
// what is kept while the database is slow or away; what comes on top is counted and lost
const MAX_ROWS = 20_000
const MAX_BYTES = 32 * 1024 * 1024
// of both: what one project says must not cost the others their rows
const MOST_OF_ONE = 0.5
// how long a database that is away is left in peace
const RETRY_MS = 1_000
const LAST_TRIES = 3

type Waiting = { readonly ref: string; readonly at: number; readonly text: string }
export type Loss = {
  readonly ref: string
  readonly collection: LogCollectionName
  readonly rows: number
}

type Options = {
  readonly insert: (collection: LogCollectionName, rows: readonly Waiting[]) => Promise<void>
  readonly noteLosses: (losses: readonly Loss[]) => Promise<void>
  readonly log: Logger
  readonly limits?: { readonly rows: number; readonly bytes: number }
}

/** Rows on their way to the database: they wait together and are written behind everybody's back. */
export function logQueue({ insert, noteLosses, log, limits }: Options) {
  const { rows: maxRows, bytes: maxBytes } = limits ?? { rows: MAX_ROWS, bytes: MAX_BYTES }
  const waiting = new Map<LogCollectionName, Waiting[]>()
  const lost = new Map<string, Loss>()
  const held = new Map<string, { rows: number; bytes: number }>()
  let count = 0
  let bytes = 0
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> | undefined

  function lose(collection: LogCollectionName, ref: string, rows = 1) {
    const key = `${collection} ${ref}`
    lost.set(key, { ref, collection, rows: (lost.get(key)?.rows ?? 0) + rows })
  }

  function take(collection: LogCollectionName): readonly Waiting[] {
    const batch = waiting.get(collection)?.splice(0, FLUSH_AT) ?? []
    for (const each of batch) weigh(each, -1)
    return batch
  }

  function weigh({ ref, text }: Waiting, sign: 1 | -1) {
    const own = held.get(ref) ?? { rows: 0, bytes: 0 }
    own.rows += sign
    own.bytes += sign * text.length
    if (own.rows > 0) held.set(ref, own)
    else held.delete(ref)
    count += sign
    bytes += sign * text.length
  }

  function hasRoom({ ref, text }: Waiting): boolean {
    if (count >= maxRows || bytes + text.length > maxBytes) return false
    const own = held.get(ref)
    return (
      !own ||
      (own.rows < maxRows * MOST_OF_ONE && own.bytes + text.length <= maxBytes * MOST_OF_ONE)
    )
  }

  /** Answers whether the database took it. */
  async function writeBatch(collection: LogCollectionName, batch: readonly Waiting[]) {
    try {
      await insert(collection, batch)
      return true
    } catch (error) {
      if (!isAboutData(error)) {
        log.warn({ err: error, collection }, 'logs could not be written yet')
        putBack(collection, batch)
        return false
      }
      if (batch.length > 1) return writeHalves(collection, batch)
      for (const { ref } of batch) lose(collection, ref)
      log.error({ err: error, collection }, 'a row does not fit into the logs')
      return true
    }
  }

  /** One row that cannot be kept must not take the others along. */
  async function writeHalves(
    collection: LogCollectionName,
    batch: readonly Waiting[],
  ): Promise<boolean> {
    const middle = batch.length >> 1
    const [first, second] = [batch.slice(0, middle), batch.slice(middle)]
    if (await writeBatch(collection, first)) return writeBatch(collection, second)
    putBack(collection, second)
    return false
  }

  function putBack(collection: LogCollectionName, batch: readonly Waiting[]) {
    waiting.set(collection, [...(waiting.get(collection) ?? []), ...batch])
    for (const each of batch) weigh(each, 1)
  }

  async function writeAll() {
    while (count > 0) {
      for (const collection of waiting.keys()) {
        const batch = take(collection)
        if (batch.length > 0 && !(await writeBatch(collection, batch))) return flushIn(RETRY_MS)
      }
    }
    await tellLosses()
  }

  async function tellLosses() {
    if (lost.size === 0) return
    const losses = [...lost.values()]
    log.warn({ losses: losses.slice(0, 20) }, 'log rows were lost')
    lost.clear()
    try {
      await noteLosses(losses)
    } catch (error) {
      // told again with the next ones
      for (const { collection, ref, rows } of losses) lose(collection, ref, rows)
      log.error({ err: error }, 'lost log rows could not be noted')
    }
  }

  function flush(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    writing ??= writeAll().finally(() => (writing = undefined))
    return writing
  }

  function flushIn(ms: number) {
    timer ??= setTimeout(() => void flush(), ms).unref()
  }

  return {
    /** Takes no time: what it is given is written later. */
    add<Name extends LogCollectionName>(collection: Name, rows: readonly LogEntry<Name>[]) {
      const list = waiting.get(collection) ?? []
      waiting.set(collection, list)
      for (const row of rows) {
        const each = { ref: row.project_ref, at: row.at, text: encodeRow(row) }
        if (!hasRoom(each)) {
          lose(collection, each.ref)
          continue
        }
        list.push(each)
        weigh(each, 1)
      }
      // while the database is away, its next turn is due already
      if (count >= FLUSH_AT && count < FLUSH_AT + rows.length) void flush()
      else flushIn(FLUSH_MS)
    },
    flush,
    /** The last flush: what the database does not take now is gone. */
    async close() {
      for (let attempt = 1; attempt <= LAST_TRIES; attempt++) {
        await flush()
        if (count === 0) break
        await sleep(RETRY_MS / LAST_TRIES)
      }
      clearTimeout(timer)
      if (count > 0) log.error({ rows: count }, 'logs were lost at the end')
    },
  }
}
