import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { copyOut, type DataTable, dataTables } from './copy-tables.ts'
import { aboutLargeObjects, largeObjectPages, makingLargeObjects } from './large-objects.ts'
import { dumpText } from './pg-dump.ts'
import { sequenceValues, settingSequences } from './sequences.ts'
import { type MoveEnd, READER, sessionsOf, texts } from './sessions.ts'

type DumpOptions = {
  /** The running server; others may go on working in it. */
  readonly source: MoveEnd & { readonly readerPassword: string }
  readonly signal?: AbortSignal | undefined
}

/**
 * A project as SQL, piece by piece: schema, rows as `copy` blocks, large objects, sequences. All of it
 * is of one moment, and no more than a piece is ever held in memory. Roles come without their
 * passwords. Rows are read by the role that may only read; the superuser reads catalogues.
 */
export async function* sqlDump({ source, signal }: DumpOptions): AsyncGenerator<Buffer | string> {
  await using sessions = sessionsOf(source, () => source.readerPassword)
  const [admin, reader] = [await sessions.admin(), await sessions.as(READER)]
  const [snapshot = ''] = await inOneMoment(admin, 'select pg_export_snapshot()')
  await inOneMoment(reader, `set transaction snapshot '${snapshot}'`)
  const tables = await dataTables(admin)
  // what was there at that moment stays until it has been read
  if (tables.length > 0) {
    const names = tables.map(({ name }) => name).join(', ')
    await reader.query(`lock table ${names} in access share mode`)
  }
  const from = { ...source, user: READER, password: source.readerPassword }
  const section = (name: 'pre-data' | 'post-data') =>
    dumpText(from, { section: name, snapshot, signal })

  yield `-- A project of Plinth as SQL. Load it into an empty database: psql --file.\n\n`
  yield* lines(await texts(admin, ROLES))
  yield await section('pre-data')
  for (const table of tables) {
    signal?.throwIfAborted()
    yield* copyBlock(reader, table)
  }
  yield* largeObjects(admin)
  yield* lines(settingSequences(await sequenceValues(admin, reader)))
  yield await section('post-data')
}

async function inOneMoment(client: pg.ClientBase, sql: string): Promise<string[]> {
  await client.query('begin isolation level repeatable read read only')
  return texts(client, sql)
}

function* lines(statements: readonly string[]): Generator<string> {
  for (const statement of statements) yield `${statement};\n`
  yield '\n'
}

// the superuser's part is left out of what follows, so its role is not needed
const ROLES = `select format(
    'do $do$ begin if not exists (select from pg_catalog.pg_roles where rolname = %L) then '
    'create role %I nologin; end if; end $do$', r.rolname, r.rolname)
  from pg_roles r where r.rolname !~ '^pg_' and not r.rolsuper order by r.rolname`

async function* copyBlock(reader: pg.Client, table: DataTable): AsyncGenerator<Buffer | string> {
  yield `\nCOPY ${table.name} ${table.columns} FROM stdin;\n`
  // pieces end where the network cut them, and all of them together at the end of a line
  for await (const piece of reader.query(copyTo(copyOut(table)))) yield piece as Buffer // bytes, as no encoding is set
  yield '\\.\n'
}

async function* largeObjects(admin: pg.ClientBase): AsyncGenerator<string> {
  const made = await makingLargeObjects(admin)
  if (made.length === 0) return
  yield* lines(made)
  for await (const pages of largeObjectPages(admin)) {
    yield* lines(
      pages.map(
        ({ oid, offset, data }) =>
          `select pg_catalog.lo_put(${oid}, ${offset}, '\\x${data.toString('hex')}')`,
      ),
    )
  }
  yield* lines(await aboutLargeObjects(admin))
}
