import type { Duplex } from 'node:stream'
import pg from 'pg'
import { tapRows } from './row-tap.ts'

// the parts of pg's inner connection that the protocol needs
type Wire = {
  readonly stream: Duplex
  query: (sql: string) => void
  once: (event: 'end' | 'readyForQuery', listener: () => void) => void
}
type CopyWire = Wire & { sendCopyFail: (message: string) => void }

/** What happens while a text runs. Exactly one `done` comes at the end. */
export type TextQueryHandlers = {
  columns: (fields: readonly pg.FieldDef[]) => void
  row: (bytes: Buffer, start: number, end: number) => void
  complete: (tag: string) => void
  done: (error: Error | undefined) => void
}

/**
 * A query object for `client.query`: the simple protocol, several statements at once, no value
 * ever parsed. pg calls the `handle…` methods.
 */
export class TextQuery implements pg.Submittable {
  readonly #sql: string
  readonly #handlers: TextQueryHandlers
  #untap: (() => void) | undefined
  #isDone = false

  constructor(sql: string, handlers: TextQueryHandlers) {
    this.#sql = sql
    this.#handlers = handlers
  }

  submit(connection: pg.Connection): void {
    const wire = connection as unknown as Wire // its types show next to nothing of it
    this.#untap = tapRows(wire.stream, this.#handlers.row)
    wire.query(this.#sql)
  }

  handleRowDescription({ fields }: { fields: readonly pg.FieldDef[] }): void {
    this.#handlers.columns(fields)
  }

  handleCommandComplete({ text }: { text: string }): void {
    this.#handlers.complete(text)
  }

  handleReadyForQuery(): void {
    this.#finish(undefined)
  }

  handleError(error: Error, connection: Wire): void {
    const goesOn =
      error instanceof pg.DatabaseError && error.severity !== 'FATAL' && error.severity !== 'PANIC'
    // pg forgets the query at its error, but the connection is only free at the next ready
    if (goesOn && this.#untap) {
      connection.once('readyForQuery', () => this.#finish(error))
      connection.once('end', () => this.#finish(error))
    } else {
      this.#finish(error)
    }
  }

  /** There is no file at this end that `copy … from stdin` could mean. */
  handleCopyInResponse(connection: CopyWire): void {
    connection.sendCopyFail('This connection has no input to copy from')
  }

  // pg calls these, and there is nothing to do for them: rows are tapped before it sees them,
  // an empty text has no result, and what `copy … to stdout` sends is no row
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handleCopyData(): void {}
  handlePortalSuspended(): void {}

  #finish(error: Error | undefined): void {
    if (this.#isDone) return
    this.#isDone = true
    this.#untap?.()
    this.#handlers.done(error)
  }
}
