import type { Node } from 'libpg-query'

/** The parser's name for a kind of statement, such as `SelectStmt`. */
export type StatementKind = string

// what changes nothing that outlives the session
const harmless: ReadonlySet<StatementKind> = new Set([
  'CheckPointStmt',
  'ClosePortalStmt',
  'ConstraintsSetStmt',
  'DeallocateStmt',
  'DiscardStmt',
  'FetchStmt',
  'ListenStmt',
  'TransactionStmt',
  'UnlistenStmt',
  'VariableSetStmt',
  'VariableShowStmt',
])

// inside a query, each of these makes it a write: a data-modifying CTE, SELECT INTO, FOR UPDATE
const writingParts: ReadonlySet<string> = new Set([
  'DeleteStmt',
  'InsertStmt',
  'LockingClause',
  'MergeStmt',
  'UpdateStmt',
  'intoClause',
])

/** The name of a statement's node. */
export const kindOf = (statement: Node): StatementKind => Object.keys(statement)[0] ?? 'Unknown'

/** Whether a statement changes data, schema or roles as far as its text tells. */
export function writes(statement: Node): boolean {
  if ('SelectStmt' in statement) return holdsWrite(statement.SelectStmt)
  if ('ExplainStmt' in statement) {
    const { options = [], query } = statement.ExplainStmt
    return options.some(isAnalyze) && query !== undefined && writes(query)
  }
  if ('CopyStmt' in statement) {
    const { is_from: isFrom, is_program: isProgram, filename, query } = statement.CopyStmt
    // to a file or program of the server is a write of another sort
    return !!isFrom || !!isProgram || !!filename || (query !== undefined && writes(query))
  }
  if ('PrepareStmt' in statement) return someWrite(statement.PrepareStmt.query)
  if ('DeclareCursorStmt' in statement) return someWrite(statement.DeclareCursorStmt.query)
  // two-phase transactions outlive the session, and may hold anything
  if ('TransactionStmt' in statement) {
    return /PREPARE|PREPARED/.test(statement.TransactionStmt.kind ?? '')
  }
  return !harmless.has(kindOf(statement))
}

const someWrite = (statement: Node | undefined): boolean =>
  statement !== undefined && writes(statement)

function holdsWrite(part: unknown): boolean {
  if (Array.isArray(part)) return part.some(holdsWrite)
  if (typeof part !== 'object' || part === null) return false
  return Object.entries(part).some(([name, value]) => writingParts.has(name) || holdsWrite(value))
}

function isAnalyze(option: Node): boolean {
  if (!('DefElem' in option) || option.DefElem.defname !== 'analyze') return false
  const { arg } = option.DefElem
  // `analyze` alone means on
  if (!arg) return true
  // the parser leaves a zero out of its answer
  if ('Integer' in arg) return (arg.Integer.ival ?? 0) !== 0
  const value = 'String' in arg ? (arg.String.sval ?? '') : ''
  return !['off', 'false', 'no', '0'].includes(value.toLowerCase())
}
