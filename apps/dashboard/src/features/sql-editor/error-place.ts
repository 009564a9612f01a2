import type { QueryError } from '@plinth/contract'
import type { TextToRun } from './text-to-run.ts'

export type ErrorPlace = {
  /** What to mark in the editor's text; at least one character wide wherever there is one. */
  readonly from: number
  readonly to: number
  /** Both from 1, as an editor counts. */
  readonly line: number
  readonly column: number
}

const MARKED = /^(?:[\w$\u0080-\uffff]+|"[^"\n]*"?|'[^'\n]*'?|\S)/

/**
 * Where an error stands in the editor, counted from the text that was sent. Undefined where Postgres
 * named no place, or where the text there has changed since: a mark on the wrong word is worse than none.
 */
export function errorPlace(
  doc: string,
  sent: TextToRun,
  error: QueryError,
): ErrorPlace | undefined {
  if (error.position === null) return undefined
  if (!doc.startsWith(sent.sql, sent.offset)) return undefined
  const end = sent.offset + sent.sql.length
  const position = Math.min(sent.offset + error.position, end)
  // "at end of input" points behind the text, so the last thing written is what gets the mark
  const from = position === end ? sent.offset + lastVisible(sent.sql) : position
  const word = MARKED.exec(doc.slice(from, from + 200))?.[0] ?? doc.slice(from, from + 1)
  const before = doc.slice(0, from)
  const lineStart = before.lastIndexOf('\n') + 1
  return {
    from,
    to: from + word.length,
    line: before.split('\n').length,
    column: from - lineStart + 1,
  }
}

const lastVisible = (text: string) => Math.max(0, text.trimEnd().length - 1)
