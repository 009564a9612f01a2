import { statementsOf, type Statement } from './statements.ts'
import type { Token } from './scan-sql.ts'

const NAME_LENGTH = 80

/** The source of some tokens on one line, as a person would say it. */
function spell(sql: string, tokens: readonly Token[]): string {
  const first = tokens[0]
  const last = tokens.at(-1)
  if (!first || !last) return ''
  const text = sql.slice(first.from, last.to).replaceAll(/\s+/g, ' ')
  return text.length > NAME_LENGTH ? `${text.slice(0, NAME_LENGTH - 1)}…` : text
}

const isWord = (token: Token | undefined, ...words: string[]) =>
  token?.kind === 'word' && words.includes(token.text)

const words = (text: string) => text.split(' ')

/** Tokens up to the first of these words. */
function until(tokens: readonly Token[], ...ends: string[]): readonly Token[] {
  const end = tokens.findIndex((token) => isWord(token, ...ends))
  return end === -1 ? tokens : tokens.slice(0, end)
}

// nothing here names what goes: it says how, and the sentence says that itself
const DROP_NOISE = words('if exists concurrently')

function describeDrop(sql: string, tokens: readonly Token[]): string {
  const named = until(tokens.slice(1), 'cascade', 'restrict', 'force')
  const what = named
    .filter((token) => !isWord(token, ...DROP_NOISE))
    .map((token, index) => {
      const text = sql.slice(token.from, token.to)
      const joins = token.text === '.' || token.text === ',' || token.text === '('
      const follows = index > 0 && !joins && sql[token.from - 1]?.trim() === ''
      return follows ? ` ${text}` : text
    })
    .join('')
    .trim()
  const cascades = tokens.some((token) => isWord(token, 'cascade'))
  const label = what.length > NAME_LENGTH ? `${what.slice(0, NAME_LENGTH - 1)}…` : what
  return cascades ? `Drops ${label} and everything that depends on it` : `Drops ${label}`
}

function describeAlter(sql: string, tokens: readonly Token[]): string | undefined {
  const drop = tokens.findIndex(
    (token, index) => isWord(token, 'drop') && isWord(tokens[index + 1], 'column'),
  )
  if (drop === -1 || !isWord(tokens[1], 'table')) return undefined
  const table = until(tokens.slice(2), 'drop', 'add', 'alter').filter(
    (token) => !isWord(token, 'if', 'exists', 'only'),
  )
  const column = tokens.slice(drop + 2).find((token) => !isWord(token, 'if', 'exists'))
  return `Drops column ${column ? spell(sql, [column]) : ''} of ${spell(sql, table)} with its values`
}

/** The tokens of one level: what stands in parentheses inside it is left out. */
function sameLevel(tokens: readonly Token[]): Token[] {
  const level: Token[] = []
  let depth = 0
  for (const token of tokens) {
    if (token.text === ')') depth -= 1
    if (depth < 0) break
    if (depth === 0) level.push(token)
    if (token.text === '(') depth += 1
  }
  return level
}

/** A DELETE or UPDATE that begins with the first of these tokens and reaches every row. */
function describeUnfiltered(sql: string, tokens: readonly Token[]): string | undefined {
  const level = sameLevel(tokens)
  if (level.some((token) => isWord(token, 'where'))) return undefined
  const isDelete = isWord(tokens[0], 'delete') && isWord(tokens[1], 'from')
  if (!isDelete && !isWord(tokens[0], 'update')) return undefined
  const rest = level.slice(isDelete ? 2 : 1).filter((token) => !isWord(token, 'only'))
  const table = until(
    rest.filter((token) => token.text !== '*'),
    ...words('set using returning as'),
  )
  return `${isDelete ? 'Deletes' : 'Updates'} every row of ${spell(sql, table)}`
}

/** EXPLAIN ANALYZE really runs what it explains; EXPLAIN alone does not. */
function explained(tokens: readonly Token[]): readonly Token[] {
  if (!isWord(tokens[0], 'explain')) return tokens
  const start = tokens.findIndex((token) => isWord(token, ...words('delete update with select')))
  const runs = tokens.slice(0, start).some((token) => isWord(token, 'analyze', 'analyse'))
  return runs && start !== -1 ? tokens.slice(start) : []
}

function describeRows(sql: string, tokens: readonly Token[]): string[] {
  const isWith = isWord(tokens[0], 'with')
  return tokens.flatMap((token, index) => {
    // a change of rows begins a statement, a WITH's part, or what follows its parts
    const before = tokens[index - 1]?.text
    const begins = index === 0 || (isWith && (before === '(' || before === ')'))
    if (!begins || !isWord(token, 'delete', 'update')) return []
    return describeUnfiltered(sql, tokens.slice(index)) ?? []
  })
}

function describe(sql: string, statement: Statement): string[] {
  const tokens = explained(statement.tokens)
  const [first] = tokens
  if (isWord(first, 'drop')) return [describeDrop(sql, tokens)]
  if (isWord(first, 'alter')) return [describeAlter(sql, tokens) ?? []].flat()
  if (isWord(first, 'truncate')) {
    const named = tokens.slice(1).filter((token) => !isWord(token, 'table', 'only'))
    return [`Empties ${spell(sql, until(named, ...words('restart continue cascade restrict')))}`]
  }
  return describeRows(sql, tokens)
}

/** What a text would destroy, a sentence each and in order; empty where there is nothing to ask about. */
export const destructions = (sql: string): string[] => [
  ...new Set(statementsOf(sql).flatMap((statement) => describe(sql, statement))),
]
