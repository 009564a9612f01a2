import { type Statement, statements } from './statements.ts'

// reads whose loss, and whose repetition, nobody can notice
const independent: ReadonlySet<string> = new Set(['ExplainStmt', 'SelectStmt', 'VariableShowStmt'])

/** Where a text may be cut: which statements may be cancelled, and where to go on afterwards. */
export type CutRules = {
  mayCancel: (index: number) => boolean
  startOf: (index: number) => number | undefined
}

/**
 * A cancelled statement takes its whole text along: one simple query is one transaction. So rows
 * beyond a cap are only saved the server when nothing is lost by that; otherwise they are drained.
 */
export function cutRules(sql: string): CutRules {
  const parts = partsOf(sql)
  const isReadOnly = parts.every(({ writes, kind }) => !writes && kind !== 'TransactionStmt')
  const canResume = parts.every(({ kind }) => independent.has(kind))
  return {
    mayCancel: (index) =>
      isReadOnly && index < parts.length && (canResume || index === parts.length - 1),
    startOf: (index) => parts[index]?.start,
  }
}

function partsOf(sql: string): Statement[] {
  try {
    return statements(sql)
  } catch {
    return [] // the server is about to refuse it, too, and says why in its own words
  }
}
