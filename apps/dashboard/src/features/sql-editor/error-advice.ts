import { QUERY_TIME_LIMIT_MS, type QueryError } from '@plinth/contract'

const SECONDS = QUERY_TIME_LIMIT_MS / 1000

/** What a person can do about an error that Postgres explains to an operator; undefined where its words are enough. */
export function adviceOn(error: QueryError, isReadOnly: boolean): string | undefined {
  switch (error.sqlstate) {
    case '57014':
      return `The dashboard ends a query after ${SECONDS} seconds, and the database may have a shorter statement_timeout of its own. Run longer work through a direct connection.`
    case '25006':
      return isReadOnly
        ? 'Your role in this project may read only, so queries run in a read-only transaction.'
        : undefined
    case '42501':
      return isReadOnly ? 'Your role in this project may read only.' : undefined
    case '57P01':
    case '57P03':
      return 'The database was stopped or restarted while the query ran. Run it again once the project is healthy.'
    default:
      return undefined
  }
}
