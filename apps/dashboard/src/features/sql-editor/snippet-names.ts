import { scanSql } from './scan-sql.ts'

const UNTITLED = 'Untitled query'
const DERIVED_LENGTH = 60

/** A name not taken yet: 'Report', 'Report 2', 'Report 3'. */
function free(wanted: string, taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLowerCase()))
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? wanted : `${wanted} ${count}`
    if (!used.has(name.toLowerCase())) return name
  }
}

/** The words of a comment that opens the text: people title their queries with one. */
function openingComment(sql: string): string | undefined {
  const [first] = scanSql(sql.slice(0, 2000))
  if (first?.kind !== 'comment') return undefined
  const line = sql
    .slice(first.from, first.to)
    .split('\n')
    .map((text) => text.replaceAll(/^[\s\-/*=#]+|[\s\-/*=#.:]+$/g, ''))
    .find((text) => text !== '')
  return line && line.length <= DERIVED_LENGTH ? line : undefined
}

export const defaultName = (sql: string, taken: readonly string[]): string =>
  free(openingComment(sql) ?? UNTITLED, taken)

export const copyName = (name: string, taken: readonly string[]): string =>
  free(`${name.slice(0, 110)} (copy)`, taken)
