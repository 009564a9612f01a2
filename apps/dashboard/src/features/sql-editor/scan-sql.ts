// Only as much of PostgreSQL's lexer as it takes to know where a statement ends and which words
// are words. The platform splits with the real parser; this one runs at every Run and may not load one.

export type Token = {
  readonly kind: 'word' | 'name' | 'string' | 'comment' | 'symbol'
  readonly from: number
  readonly to: number
  /** Words in lower case, symbols as they are; empty for the rest. */
  readonly text: string
}

const WORD = /[a-z_\u0080-\uffff][\w$\u0080-\uffff]*/iy
const NUMBER = /\d[\w.]*/y
const SPACE = /\s+/y
const DOLLAR_TAG = /\$(?:[a-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/iy

function matchAt(pattern: RegExp, sql: string, at: number): string | undefined {
  pattern.lastIndex = at
  return pattern.exec(sql)?.[0]
}

// a doubled quote stands for itself; an unfinished piece reaches to the end of the text
const NAME = /"[^"]*(?:""[^"]*)*(?:"|$)/y
const STRING = /'[^']*(?:''[^']*)*(?:'|$)/y
const ESCAPED_STRING = /e'[^'\\]*(?:(?:''|\\[^])[^'\\]*)*(?:'|\\?$)/iy

function afterBlockComment(sql: string, from: number): number {
  let depth = 1 // they nest in PostgreSQL
  let at = from + 2
  while (at < sql.length && depth > 0) {
    if (sql.startsWith('/*', at)) {
      depth += 1
      at += 2
    } else if (sql.startsWith('*/', at)) {
      depth -= 1
      at += 2
    } else at += 1
  }
  return at
}

const afterFound = (found: number, length: number, sql: string) =>
  found === -1 ? sql.length : found + length

function tokenAt(sql: string, from: number): Token {
  const token = (kind: Token['kind'], to: number, text = ''): Token => ({ kind, from, to, text })
  const two = sql.slice(from, from + 2)
  if (two === '--') return token('comment', afterFound(sql.indexOf('\n', from), 0, sql))
  if (two === '/*') return token('comment', afterBlockComment(sql, from))
  const name = matchAt(NAME, sql, from)
  if (name) return token('name', from + name.length)
  const string = matchAt(STRING, sql, from) ?? matchAt(ESCAPED_STRING, sql, from)
  if (string) return token('string', from + string.length)

  const tag = matchAt(DOLLAR_TAG, sql, from)
  if (tag) {
    return token('string', afterFound(sql.indexOf(tag, from + tag.length), tag.length, sql))
  }
  const word = matchAt(WORD, sql, from)
  if (word) return token('word', from + word.length, word.toLowerCase())
  const number = matchAt(NUMBER, sql, from)
  if (number) return token('symbol', from + number.length, number)
  return token('symbol', from + 1, sql.charAt(from))
}

/** Every token with its place, spaces left out. */
export function scanSql(sql: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < sql.length;) {
    const space = matchAt(SPACE, sql, at)
    if (space) {
      at += space.length
      continue
    }
    const token = tokenAt(sql, at)
    tokens.push(token)
    at = token.to
  }
  return tokens
}
