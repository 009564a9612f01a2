import pg from 'pg'
import { typeNameOf } from './type-names.ts'

/** What was read, values as PostgreSQL writes them. */
export type RowsRead = {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly (readonly (string | null)[])[]
  /** There were more. */
  readonly truncated: boolean
}

/** The answer of a server was longer than it may be; its connection is gone. */
export class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}

// the parts of pg's inner connection that the extended protocol needs
type Wire = {
  readonly stream: NodeJS.ReadableStream & { destroy: () => void }
  parse: (statement: { text: string }) => void
  bind: (portal: { values: [] }) => void
  describe: (what: { type: 'P'; name: string }) => void
  execute: (portal: { rows: number }) => void
  sync: () => void
  once: (event: 'end' | 'readyForQuery', listener: () => void) => void
}
type DataRow = { readonly fields: readonly (string | null)[] }

/**
 * Runs one statement by the extended protocol, which takes no second one behind a semicolon, and
 * asks the server for no more rows than wanted.
 */
export function readRows(
  client: pg.Client,
  sql: string,
  limits: { readonly maxRows: number; readonly maxBytes: number },
): Promise<RowsRead> {
  return new Promise((resolve, reject) => {
    const wire = client.connection as unknown as Wire // its types show next to nothing of it
    let [bytes, isTooLong] = [0, false]
    const onData = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes <= limits.maxBytes) return
      isTooLong = true
      // a single value may be larger than our memory: not one more byte of it
      wire.stream.destroy()
    }
    const end = () => wire.stream.off('data', onData)
    wire.stream.on('data', onData)
    const query = new RowQuery(sql, limits.maxRows, {
      done(read) {
        end()
        resolve(read)
      },
      failed(error) {
        end()
        reject(isTooLong ? new AnswerTooLong('The answer is too long', { cause: error }) : error)
      },
    })
    client.query(query)
  })
}

type Ending = {
  readonly done: (read: RowsRead) => void
  readonly failed: (error: Error) => void
}

/** A query object for `client.query`; pg calls the `handle…` methods. */
class RowQuery implements pg.Submittable {
  readonly #sql: string
  readonly #maxRows: number
  readonly #ending: Ending
  #columns: RowsRead['columns'] = []
  readonly #rows: (readonly (string | null)[])[] = []
  #truncated = false

  constructor(sql: string, maxRows: number, ending: Ending) {
    this.#sql = sql
    this.#maxRows = maxRows
    this.#ending = ending
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire // as above
    wire.parse({ text: this.#sql })
    wire.bind({ values: [] })
    wire.describe({ type: 'P', name: '' })
    // one more than wanted, to know whether there are more
    wire.execute({ rows: this.#maxRows + 1 })
    wire.sync()
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, type: typeNameOf(dataTypeID) }))
  }

  handleDataRow({ fields }: DataRow): void {
    if (this.#rows.length < this.#maxRows) this.#rows.push(fields)
    else this.#truncated = true
  }

  handleError(error: Error, connection: Wire): void {
    const goesOn = error instanceof pg.DatabaseError && error.severity === 'ERROR'
    if (!goesOn) return this.#ending.failed(error)
    // pg forgets the query at its error, but the connection is only free at the next ready
    const fail = () => this.#ending.failed(error)
    connection.once('readyForQuery', fail)
    connection.once('end', fail)
  }

  handleReadyForQuery(): void {
    this.#ending.done({ columns: this.#columns, rows: this.#rows, truncated: this.#truncated })
  }

  handleCopyInResponse(connection: { sendCopyFail: (message: string) => void }): void {
    connection.sendCopyFail('This connection has no input to copy from')
  }

  // nothing to do for these: what matters comes with ready
  handlePortalSuspended(): void {}
  handleCommandComplete(): void {}
  handleEmptyQuery(): void {}
  handleCopyData(): void {}
}
