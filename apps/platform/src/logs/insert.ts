import { LOG_COLLECTIONS, type LogCollectionName, type LogEntry } from '@plinth/contract'
import pg from 'pg'

// built once: names and types come from the contract's own table, never from a request
const INSERTS = Object.fromEntries(
  // keys of a literal
  (Object.keys(LOG_COLLECTIONS) as LogCollectionName[]).map((name) => [name, insertInto(name)]),
) as Record<LogCollectionName, string>

function insertInto(collection: LogCollectionName): string {
  const given = Object.entries(LOG_COLLECTIONS[collection].fields).filter(
    ([name]) => name !== 'timestamp',
  )
  const names = given.map(([name]) => name).join(', ')
  const typed = given.map(([name, { type }]) => `${name} ${type}`).join(', ')
  return `
    insert into logs.${collection} (project_ref, "timestamp", ${names})
    select project_ref, to_timestamp(at / 1000), ${names}
      from json_to_recordset($1::json) as r(project_ref text, at float8, ${typed})`
}

// PostgreSQL holds neither NUL nor half a character; JSON.stringify spells these out and nothing else.
// An even number of backslashes before them would be text that reads like it.
const UNKEEPABLE = /(?<!\\)((?:\\\\)*)\\u(?:0000|d[89a-f][0-9a-f]{2})/g

/** A row as it waits to be written: its text is made once, where it is known. */
export const encodeRow = <Name extends LogCollectionName>(row: LogEntry<Name>): string => {
  const text = JSON.stringify(row)
  // most have none: this costs one search
  return text.includes('\\u') ? text.replaceAll(UNKEEPABLE, '$1\ufffd') : text
}

/** Writes rows of one collection in one statement. */
export async function insertRows(
  db: pg.Pool | pg.ClientBase,
  collection: LogCollectionName,
  rows: readonly string[],
): Promise<void> {
  await db.query({
    name: `log ${collection}`,
    text: INSERTS[collection],
    values: [`[${rows.join(',')}]`],
  })
}

/** Whether the database is fine and the rows are not: what they hold does not fit, or their day is not there. */
export const isAboutData = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^2[23]/.test(error.code ?? '')
