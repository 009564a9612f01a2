import type { LogEntry } from '@plinth/contract'
import type { LogCursor } from '@plinth/postgres'
import type pg from 'pg'
import { encodeRow, insertRows } from './insert.ts'

const AT_ONCE = 1_000

/** How far the log of a project's server was kept. */
export async function cursorOf(pool: pg.Pool, ref: string): Promise<LogCursor | undefined> {
  const { rows } = await pool.query<{ file: string; offset: string }>(
    'select file, byte_offset as offset from logs.cursors where project_ref = $1',
    [ref],
  )
  return rows[0] && { file: rows[0].file, offset: Number(rows[0].offset) }
}

type Read = {
  readonly ref: string
  readonly cursor: LogCursor
  readonly rows: readonly LogEntry<'postgres_logs'>[]
}

/** In one transaction, so that after a crash no line is there twice and none is missing. */
export async function keepRead(pool: pg.Pool, { ref, cursor, rows }: Read): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const batch = rows.slice(from, from + AT_ONCE)
      await insertRows(client, 'postgres_logs', batch.map(encodeRow))
    }
    await client.query(
      `insert into logs.cursors (project_ref, file, byte_offset) values ($1, $2, $3)
       on conflict (project_ref) do update
          set file = excluded.file, byte_offset = excluded.byte_offset`,
      [ref, cursor.file, cursor.offset],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}
