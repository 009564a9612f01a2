import { LOG_DIALECT_ERRORS, type LogDialectError, type LogQueryError } from '@plinth/contract'
import { queryTraits, SqlSyntaxError } from '@plinth/postgres'

export const failure = (said: Partial<LogQueryError> & { message: string }): LogQueryError => ({
  sqlstate: null,
  position: null,
  hint: null,
  docs_url: null,
  ...said,
})

/** What is to be said of a text before it is run; undefined where there is nothing. */
export function complaintAbout(
  sql: string,
  docsUrlOf: (topic: LogDialectError) => string,
): LogQueryError | undefined {
  const refuse = (topic: LogDialectError) =>
    failure({ message: LOG_DIALECT_ERRORS[topic], docs_url: docsUrlOf(topic) })
  try {
    const { isOneSelect, hasWith, hasSubquery, hasIlike } = queryTraits(sql)
    if (!isOneSelect) {
      return failure({ message: 'Logs can only be read: write a single SELECT statement' })
    }
    if (hasWith || hasSubquery) return refuse('with-and-subqueries')
    return hasIlike ? refuse('ilike') : undefined
  } catch (error) {
    if (!(error instanceof SqlSyntaxError)) throw error
    const position = error.position ?? null
    return failure({ message: error.message, sqlstate: '42601', position })
  }
}
