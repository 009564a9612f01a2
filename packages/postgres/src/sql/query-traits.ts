import { parseSync } from 'libpg-query'
import { statements } from './statements.ts'

/** What a text is made of, as far as a narrower dialect than PostgreSQL's may care. */
export type QueryTraits = {
  /** Whether it is one statement that reads. */
  readonly isOneSelect: boolean
  readonly hasWith: boolean
  /** In an expression or in place of a table. */
  readonly hasSubquery: boolean
  readonly hasIlike: boolean
}

/**
 * Looks at the parsed text, so that what stands in a string or a comment does not count. The parser
 * has to be loaded once before. @throws SqlSyntaxError
 */
export function queryTraits(sql: string): QueryTraits {
  const found = statements(sql)
  const parts = new Set<string>()
  if (found.length > 0) collect(parseSync(sql), parts)
  return {
    isOneSelect: found.length === 1 && found[0]?.kind === 'SelectStmt' && !found[0].writes,
    hasWith: parts.has('withClause'),
    hasSubquery: parts.has('SubLink') || parts.has('RangeSubselect'),
    hasIlike: parts.has('AEXPR_ILIKE'),
  }
}

/** Names of nodes and fields, and what kinds of expression there are. */
function collect(part: unknown, into: Set<string>): void {
  if (Array.isArray(part)) {
    for (const item of part) collect(item, into)
    return
  }
  if (typeof part !== 'object' || part === null) return
  for (const [name, value] of Object.entries(part)) {
    into.add(name)
    if (name === 'kind' && typeof value === 'string') into.add(value)
    else collect(value, into)
  }
}
