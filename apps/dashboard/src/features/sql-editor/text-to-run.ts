import { MAX_SQL_BYTES } from '@plinth/contract'
import { statementsOf } from './statements.ts'

export type TextToRun = {
  readonly sql: string
  /** Where it begins in the editor's text: positions of errors count from here. */
  readonly offset: number
}

const encoder = new TextEncoder()

export const utf8Bytes = (text: string): number => encoder.encode(text).byteLength

/** What to say of a text that is too large for the platform; undefined where it is not. */
export function tooLarge(sql: string): string | undefined {
  // no character takes more than three bytes per UTF-16 unit, so most texts need no counting
  if (sql.length * 3 <= MAX_SQL_BYTES) return undefined
  const bytes = utf8Bytes(sql)
  if (bytes <= MAX_SQL_BYTES) return undefined
  const mib = (bytes / 1024 / 1024).toFixed(2)
  return `This query has ${mib} MiB and the editor takes at most 0.98 MiB. Run it in parts, or through a direct connection to the database.`
}

/** Why this text cannot be run, in words for a person; undefined when it can. */
export const refusal = (sql: string): string | undefined =>
  statementsOf(sql).length === 0 ? 'Write a query first' : tooLarge(sql)
