import { scanSql, type Token } from './scan-sql.ts'

export type Statement = {
  readonly from: number
  /** Behind the last token; the semicolon is not part of it. */
  readonly to: number
  /** Without comments; never empty. */
  readonly tokens: readonly Token[]
}

/**
 * How the depth changes with a token. A semicolon splits at depth 0 only: a rule's actions stand in
 * parentheses, and a function's body between BEGIN ATOMIC and END, where CASE has an END of its own.
 */
function depthChange(token: Token, before: Token | undefined, atomic: number): 'in' | 'out' | null {
  if (token.text === '(') return 'in'
  if (token.text === ')') return 'out'
  if (token.kind !== 'word') return null
  if (token.text === 'atomic' && before?.text === 'begin') return 'in'
  if (atomic > 0 && token.text === 'case') return 'in'
  return atomic > 0 && token.text === 'end' ? 'out' : null
}

/** The statements of a text in order, those of nothing but comments left out. */
export function statementsOf(sql: string): Statement[] {
  const statements: Statement[] = []
  let tokens: Token[] = []
  let parens = 0
  let atomic = 0

  const finish = () => {
    const [first] = tokens
    const last = tokens.at(-1)
    if (first && last) statements.push({ from: first.from, to: last.to, tokens })
    tokens = []
    parens = 0
    atomic = 0
  }

  for (const token of scanSql(sql)) {
    if (token.kind === 'comment') continue
    if (token.text === ';' && parens === 0 && atomic === 0) {
      finish()
      continue
    }
    const change = depthChange(token, tokens.at(-1), atomic)
    if (change) {
      const step = change === 'in' ? 1 : -1
      if (token.kind === 'symbol') parens = Math.max(0, parens + step)
      else atomic += step
    }
    tokens.push(token)
  }
  finish()
  return statements
}
