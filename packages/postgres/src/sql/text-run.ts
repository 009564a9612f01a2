import pg from 'pg'
import { cancelBackend } from './cancel.ts'
import { cutRules } from './cut-rules.ts'
import { loadParser } from './statements.ts'
import { textErrorOf, textNoticeOf } from './text-failure.ts'
import { TextQuery } from './text-query.ts'
import { typeNameOf } from './type-names.ts'
import type {
  ServerMessage,
  TextColumn,
  TextError,
  TextNotice,
  TextOptions,
  TextSink,
} from './text-types.ts'

const queryCanceled = '57014'
const maxNotices = 500 // a loop that raises notices must not fill our memory

/** How a text ended, after all its statements' results went to the sink. */
export type TextEnd = { notices: readonly TextNotice[]; error: TextError | null }

/** Runs a text of one or more statements on a client that does nothing else meanwhile. */
export async function runToSink(
  client: pg.Client,
  sql: string,
  { sink, ...options }: TextOptions & { sink: TextSink },
): Promise<TextEnd> {
  await loadParser()
  const notices: TextNotice[] = []
  const onNotice = (notice: ServerMessage) => {
    if (notices.length < maxNotices) notices.push(textNoticeOf(notice))
  }
  client.on('notice', onNotice)
  try {
    const run = new TextRun({ client, sql, options, sink })
    const error = await run.toEnd()
    if (run.wasCut) onNotice(cutNotice)
    return { notices, error }
  } finally {
    client.off('notice', onNotice)
  }
}

const cutNotice = {
  severity: 'WARNING',
  code: '01000',
  message: 'Not all rows were fetched: the statement was cancelled at the limit',
  detail: 'If a function it calls changes data, that change was rolled back.',
} as const

type Parts = {
  client: pg.Client
  sql: string
  options: TextOptions
  sink: TextSink
}

/** The state of one text under way. A class, because a dozen callbacks share it. */
class TextRun {
  readonly #parts: Parts
  wasCut = false
  #index = 0
  #described: readonly TextColumn[] = []
  #isOpen = false
  #rows = 0
  #bytes = 0
  #isFull = false
  #startedAt = performance.now()
  #cutIndex = -1
  // parsing costs more than a small query, and most are never cut
  #knownRules: ReturnType<typeof cutRules> | undefined
  #cancelling: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
  }

  async toEnd(): Promise<TextError | null> {
    const { signal } = this.#parts.options
    const onAbort = () => this.#cancel()
    signal?.addEventListener('abort', onAbort, { once: true })
    try {
      for (let base: number | undefined = 0; base !== undefined;) {
        const error = await this.#submit(base)
        // a cancel request still on its way must not hit what comes next
        await this.#cancelling
        if (!error) return null
        const wasOurs = this.#cutIndex >= 0 && !signal?.aborted
        if (!wasOurs || !(error instanceof pg.DatabaseError) || error.code !== queryCanceled) {
          return this.#fail(error, base)
        }
        base = this.#resumeAfterCut()
      }
      return null
    } finally {
      signal?.removeEventListener('abort', onAbort)
    }
  }

  get #rules() {
    return (this.#knownRules ??= cutRules(this.#parts.sql))
  }

  #submit(base: number): Promise<Error | undefined> {
    const { client, sql, options } = this.#parts
    this.#startedAt = performance.now()
    return new Promise((resolve) => {
      const query = new TextQuery(base === 0 ? sql : sql.slice(base), {
        columns: (fields) => this.#open(fields),
        row: (bytes, start, end) => this.#row(bytes, start, end),
        complete: (tag) => this.#complete(tag),
        done: resolve,
      })
      client.query(query)
      if (options.signal?.aborted) this.#cancel()
    })
  }

  #open(fields: readonly pg.FieldDef[]) {
    const { typeNames } = this.#parts.options
    this.#described = fields.map((field) => columnOf(field, typeNames))
  }

  /** Not before there is a row or a good end: a statement that fails at once has no result. */
  #openSink() {
    if (this.#isOpen) return
    this.#isOpen = true
    this.#parts.sink.open(this.#described)
    this.#described = []
  }

  #row(bytes: Buffer, start: number, end: number) {
    const { maxRows = Infinity, maxBytes = Infinity } = this.#parts.options
    if (this.#isFull) return
    if (this.#rows >= maxRows || this.#bytes + end - start > maxBytes) {
      this.#openSink()
      return this.#cut()
    }
    this.#openSink()
    this.#rows += 1
    this.#bytes += end - start
    this.#parts.sink.row(bytes, start, end)
  }

  /** No more rows of this statement. The server is stopped only where that undoes nothing. */
  #cut() {
    this.#isFull = true
    const isIdle = this.#parts.client.getTransactionStatus() === 'I'
    if (!isIdle || !this.#rules.mayCancel(this.#index)) return
    this.#cutIndex = this.#index
    this.#cancel()
  }

  #cancel() {
    // a backend that waits for us to read does not notice the request
    this.#parts.client.connection.stream.resume()
    this.#cancelling = cancelBackend(this.#parts.client)
  }

  #complete(tag: string) {
    this.#openSink()
    // `SELECT 3` and `INSERT 0 3` end in their count, `CREATE TABLE` has none
    const [command = tag, ...numbers] = tag.split(/ (?=\d)/)
    const count = numbers.at(-1)
    this.#close(command, count === undefined ? null : Number(count))
  }

  #close(command: string, rowCount: number | null) {
    const now = performance.now()
    const durationMs = Math.round((now - this.#startedAt) * 1000) / 1000
    this.#parts.sink.close({ command, rowCount, truncated: this.#isFull, durationMs })
    this.#startedAt = now
    this.#index += 1
    ;[this.#isOpen, this.#isFull, this.#rows] = [false, false, 0]
  }

  /** Ends the statement we cancelled, and says where the text goes on, if it does. */
  #resumeAfterCut(): number | undefined {
    this.wasCut = true
    if (this.#isOpen) {
      this.#isFull = true
      this.#close('SELECT', this.#rows)
    }
    this.#cutIndex = -1
    return this.#rules.startOf(this.#index)
  }

  #fail(error: Error, base: number): TextError {
    const statementIndex = this.#index
    if (this.#isOpen) {
      this.#isFull = true
      this.#close('', this.#rows)
    }
    return textErrorOf(error, { sql: this.#parts.sql, base, statementIndex })
  }
}

const columnOf = (field: pg.FieldDef, typeNames?: ReadonlyMap<number, string>): TextColumn => ({
  name: field.name,
  type: typeNameOf(field.dataTypeID, typeNames),
  typeOid: field.dataTypeID,
  tableId: field.tableID,
  columnNumber: field.columnID,
})
