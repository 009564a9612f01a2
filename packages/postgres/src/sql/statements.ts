import { hasSqlDetails, loadModule, type Node, parseSync } from 'libpg-query'
import { leavesTrace } from './session-effects.ts'
import { kindOf, type StatementKind, writes } from './statement-effects.ts'

/** One statement of a text. Offsets count UTF-16 units, as a string's own do. */
export type Statement = {
  readonly sql: string
  readonly start: number
  readonly end: number
  /** The parser's name for it, such as `SelectStmt`. */
  readonly kind: StatementKind
  /**
   * Whether it changes something as written. A parser cannot see what the functions in it do, so
   * enforce reading with a read-only transaction and a role that may not write.
   */
  readonly writes: boolean
  /** Whether the session may be another one afterwards: a setting, a lock, a temporary table. */
  readonly leavesTrace: boolean
}

/** A text PostgreSQL's own parser refuses; `position` is the UTF-16 offset of the trouble. */
export class SqlSyntaxError extends Error {
  override readonly name = 'SqlSyntaxError'
  readonly position: number | undefined

  constructor(message: string, position: number | undefined, cause: unknown) {
    super(message, { cause })
    this.position = position
  }
}

type Parsed = Pick<Statement, 'sql' | 'start' | 'end' | 'kind'> & { readonly node: Node }

/** Splits and classifies a text. The parser has to be loaded once before: see `loadParser`. */
export const statements = (sql: string): Statement[] =>
  parsedStatements(sql).map(({ node, ...statement }) => ({
    ...statement,
    writes: writes(node),
    leavesTrace: leavesTrace(node),
  }))

/** The same, with what the parser makes of each. */
export function parsedStatements(sql: string): Parsed[] {
  // the parser refuses a text of nothing at all
  if (sql.trim() === '') return []
  const { stmts = [] } = parse(sql)
  const toUtf16 = utf16Offsets(sql)
  const found: Parsed[] = []
  for (const { stmt: node, stmt_location: from = 0, stmt_len: length } of stmts) {
    if (!node) continue
    const whole = sql.slice(toUtf16(from), length ? toUtf16(from + length) : undefined)
    const text = whole.trim()
    const start = toUtf16(from) + whole.length - whole.trimStart().length
    found.push({ sql: text, start, end: start + text.length, kind: kindOf(node), node })
  }
  return found
}

/** Loads the parser, some 20 ms of compiling; `statements` is synchronous from then on. */
export const loadParser = (): Promise<void> => loadModule()

function parse(sql: string) {
  try {
    return parseSync(sql)
  } catch (error) {
    if (!hasSqlDetails(error) || !error.sqlDetails) throw error
    const { message, cursorPosition } = error.sqlDetails
    // unlike the offsets of statements this one counts characters; -1 and 0 mean unknown
    const position = cursorPosition >= 0 ? utf16OfCharacter(sql, cursorPosition) : undefined
    throw new SqlSyntaxError(message, position, error)
  }
}

/** The parser counts UTF-8 bytes. Asked in ascending order, so one walk over the text answers all. */
function utf16Offsets(sql: string): (byte: number) => number {
  if (Buffer.byteLength(sql) === sql.length) return (byte) => byte
  let [bytes, units] = [0, 0]
  return (byte) => {
    if (byte < bytes) [bytes, units] = [0, 0]
    while (bytes < byte && units < sql.length) {
      // in range: the loop has just looked
      const point = sql.codePointAt(units)!
      bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
      units += point < 0x10000 ? 1 : 2
    }
    return units
  }
}

/** The UTF-16 offset of the character with this number, as PostgreSQL counts them. */
export function utf16OfCharacter(text: string, character: number): number {
  let units = 0
  for (let left = character; left > 0 && units < text.length; left--) {
    const unit = text.charCodeAt(units)
    units += unit >= 0xd800 && unit < 0xdc00 ? 2 : 1
  }
  return units
}
