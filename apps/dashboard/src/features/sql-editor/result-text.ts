import type { StatementResult } from '@plinth/contract'
import { duration } from '#app/lib/time.ts'

const COUNT = new Intl.NumberFormat('en-US')

export const formatCount = (count: number, noun: string): string =>
  `${COUNT.format(count)} ${noun}${count === 1 ? '' : 's'}`

/** Whether a statement answered with a table, be it an empty one. */
export const hasTable = (result: StatementResult): boolean => result.columns.length > 0

/** What stands on a result's tab: 'Result 1 · 100 rows · 12 ms'. */
export function tabTitle(result: StatementResult, index: number): string {
  const what = hasTable(result) ? countOf(result) : result.command
  return [`Result ${index + 1}`, what, statementTime(result)].join(' · ')
}

/** How long a statement took; most take less than the millisecond that others round to nothing. */
export const statementTime = ({ durationMs }: StatementResult): string =>
  durationMs < 1 ? '< 1 ms' : duration(durationMs)

const countOf = ({ rows, truncated }: StatementResult) =>
  truncated ? `${COUNT.format(rows.length)}+ rows` : formatCount(rows.length, 'row')

/** What a statement without a table did. */
export function outcome({ command, rowCount }: StatementResult): string {
  const verb = CHANGES[command.split(' ')[0] ?? '']
  if (verb && rowCount !== null) return `${formatCount(rowCount, 'row')} ${verb}`
  return 'The statement ran and had no rows to return'
}

const CHANGES: Readonly<Record<string, string>> = {
  INSERT: 'inserted',
  UPDATE: 'updated',
  DELETE: 'deleted',
  MERGE: 'merged',
  COPY: 'copied',
}

/** Why a table ends early; undefined where it is whole. */
export function truncation(result: StatementResult, rowLimit: number | null): string | undefined {
  if (!result.truncated) return undefined
  const shown = formatCount(result.rows.length, 'row')
  return rowLimit === null || result.rows.length < rowLimit
    ? `Only the first ${shown}: the whole answer is more than the dashboard can take. Narrow the query or use a direct connection.`
    : `Only the first ${shown}. Raise the row limit to see more.`
}

// CREATE, ALTER and DROP by their first word; a DO block or a procedure may hold any of them
const SCHEMA_COMMANDS = /^(create|alter|drop|do|call|import|select into)\b/i

/** Whether names that the editor completes may have changed. */
export const changesSchema = (results: readonly StatementResult[]): boolean =>
  results.some(({ command, columns }) => {
    // `select … into` and `create table as` report a SELECT that answers with no table
    return SCHEMA_COMMANDS.test(command) || (/^select/i.test(command) && columns.length === 0)
  })
