import type { LogCollectionName, LogEntry } from '@plinth/contract'
import pg from 'pg'
import type { Logger } from 'pino'
import { encodeRow } from './insert.ts'

const FLUSH_MS = 400
const FLUSH_AT = 1_000
// what is kept while the database is slow or away; what comes on top is counted and lost
const MAX_ROWS = 20_000
const MAX_BYTES = 32 * 1024 * 1024
const RETRIES = 3

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
    count -= batch.length
    for (const { text } of batch) bytes -= text.length
    return batch
  }

  async function writeBatch(collection: LogCollectionName, batch: readonly Waiting[]) {
    for (let attempt = 1; ; attempt++) {
      try {
        await insert(collection, batch)
        return
      } catch (error) {
        if (isAboutData(error) && batch.length > 1) return writeHalves(collection, batch)
        if (attempt < RETRIES) continue
        for (const { ref } of batch) lose(collection, ref)
        log.error({ err: error, collection, rows: batch.length }, 'logs could not be written')
        return
      }
    }
  }

  /** One row that cannot be kept must not take the others along. */
  async function writeHalves(collection: LogCollectionName, batch: readonly Waiting[]) {
    const middle = batch.length >> 1
    await writeBatch(collection, batch.slice(0, middle))
    await writeBatch(collection, batch.slice(middle))
  }

  async function writeAll() {
    while (count > 0) {
      for (const collection of waiting.keys()) {
        const batch = take(collection)
        if (batch.length > 0) await writeBatch(collection, batch)
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

  return {
    /** Takes no time: what it is given is written later. */
    add<Name extends LogCollectionName>(collection: Name, rows: readonly LogEntry<Name>[]) {
      const list = waiting.get(collection) ?? []
      waiting.set(collection, list)
      for (const row of rows) {
        const text = encodeRow(row)
        if (count >= maxRows || bytes + text.length > maxBytes) {
          lose(collection, row.project_ref)
          continue
        }
        list.push({ ref: row.project_ref, at: row.at, text })
        count++
        bytes += text.length
      }
      if (count >= FLUSH_AT) void flush()
      else timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
    flush,
  }
}

// class 22 of SQLSTATE: what was sent does not fit
const isAboutData = (error: unknown) =>
  error instanceof pg.DatabaseError && error.code?.startsWith('22')
