/** A column of a result, as the server describes it. */
export type TextColumn = {
  readonly name: string
  /** The type's own name, or `oid:<n>` for one that neither we nor the caller knows. */
  readonly type: string
  readonly typeOid: number
  /** The table and the number of the column it was read from, 0 when it is an expression. */
  readonly tableId: number
  readonly columnNumber: number
}

/** How one statement ended. */
export type StatementEnd = {
  /** The command without its numbers, such as `SELECT`; empty when the statement did not end well. */
  readonly command: string
  readonly rowCount: number | null
  /** Whether rows are missing because of a cap or a failure. */
  readonly truncated: boolean
  readonly durationMs: number
}

/** Something the server had to say that is no failure. */
export type TextNotice = {
  readonly severity: string
  readonly sqlstate: string
  readonly message: string
  readonly detail: string | null
  readonly hint: string | null
}

/** Why a text stopped. The results of the statements before stay. */
export type TextError = TextNotice & {
  readonly statementIndex: number
  /** Offset into the whole text in UTF-16 units, from 0. */
  readonly position: number | null
  readonly where: string | null
  readonly schema: string | null
  readonly table: string | null
  readonly column: string | null
  readonly constraint: string | null
}

/** What may end a statement's rows early, and what stops it. */
export type TextOptions = {
  /** Rows kept of each statement. */
  maxRows?: number
  /** Bytes kept of all of them together. */
  maxBytes?: number
  /** Aborting sends a cancel request: the backend really stops. */
  signal?: AbortSignal | undefined
  /** Names of types made in this database: see `loadTypeNames`. */
  typeNames?: ReadonlyMap<number, string>
}

/** Where the parts of a result go, in order: open, rows, close, and so on for each statement. */
export type TextSink = {
  open: (columns: readonly TextColumn[]) => void
  row: (bytes: Buffer, start: number, end: number) => void
  close: (end: StatementEnd) => void
}

/** What pg's notices and errors have in common, as the protocol sends it. */
export type ServerMessage = {
  readonly [
    Field in
      | 'severity'
      | 'code'
      | 'message'
      | 'detail'
      | 'hint'
      | 'position'
      | 'where'
      | 'schema'
      | 'table'
      | 'column'
      | 'constraint'
  ]?: string | undefined
}
