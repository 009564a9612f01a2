import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { textOut, type DataTable, dataTables } from './copy-tables.ts'
import { columnsInPlace, markingInherited } from './inherited.ts'
import { aboutLargeObjects, largeObjectPages, largeObjects } from './large-objects.ts'
import { called, portableDump } from './portable-dump.ts'
import { lentToOwners } from './rights.ts'
import { sequenceValues, valueOf } from './sequences.ts'
import { type MoveEnd, READER, sessionsOf, texts } from './sessions.ts'
import { sqlHeader } from './sql-header.ts'
import { CLEARED, HELPERS, SESSION } from './sql-helpers.ts'
import { addedToPlatform, droppedOfPlatform, inOrderOfKeys } from './sql-platform.ts'
import { aboutDatabase, aboutRoles, makingRoles } from './sql-roles.ts'

type DumpOptions = {
  /** The running server; others may go on working in it. */
  readonly source: MoveEnd & { readonly readerPassword: string }
  readonly signal?: AbortSignal | undefined
}

// sealed with a key that lies in a file of the project's: nothing elsewhere can open them
const SEALED = 'vault.secrets'

/**
 * A project as SQL, piece by piece: roles, schema, rows as `copy` blocks, large objects, sequences,
 * grants. All of it is of one moment, and no more than a piece is ever held in memory. Roles come
 * without their passwords. Rows are read by the role that may only read; the superuser reads catalogues.
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
  const after = await portableDump(from, { section: 'post-data', snapshot, signal })
  const change = await columnsInPlace(admin, after.objects)
  const before = await portableDump(from, { section: 'pre-data', snapshot, signal, change })
  const lent = await lentToOwners(admin)

  // while it is in force psql runs nothing but SQL, whatever a row or a name looks like
  const key = randomBytes(24).toString('hex')
  yield `\\restrict ${key}\n\n`
  yield await sqlHeader(admin, reader)
  yield SESSION
  yield HELPERS
  yield* lines(await makingRoles(admin))
  yield CLEARED
  yield* lines((await droppedOfPlatform(admin)).map((sql) => called('attempt', sql)))
  yield* lines(before.schemas)
  yield* lines(lent.given.map((right) => called('attempt', right)))
  yield* lines(
    lent.onDatabase.map((role) => called('database', 'grant create on database ', ` to ${role}`)),
  )
  yield* lines(before.objects)
  // only a superuser can
  yield* lines((await markingInherited(admin)).map((sql) => called('framework', sql)))
  yield* lines(await addedToPlatform(admin))
  for (const table of await inOrderOfKeys(admin, tables)) {
    signal?.throwIfAborted()
    if (table.name !== SEALED) yield* copyBlock(reader, table)
  }
  yield* pages(admin)
  yield* lines(
    (await sequenceValues(admin, reader)).map((value) => called('sequence', ...valueOf(value))),
  )
  yield* lines(after.objects)
  yield* lines(lent.takenBack.map((right) => called('attempt', right)))
  yield* lines(
    lent.onDatabase.map((role) =>
      called('database', 'revoke create on database ', ` from ${role}`),
    ),
  )
  yield* lines([...before.grants, ...after.grants])
  yield* lines(await aboutLargeObjects(admin))
  yield* lines([...(await aboutRoles(admin)), ...(await aboutDatabase(admin))])
  yield* lines([...before.refreshes, ...after.refreshes])
  yield `\\unrestrict ${key}\n`
}

async function inOneMoment(client: pg.ClientBase, sql: string): Promise<string[]> {
  await client.query('begin isolation level repeatable read read only')
  return texts(client, sql)
}

function* lines(statements: readonly string[]): Generator<string> {
  for (const statement of statements) yield `${statement};\n`
  yield '\n'
}

async function* copyBlock(reader: pg.Client, table: DataTable): AsyncGenerator<Buffer | string> {
  yield `\nCOPY ${table.name} ${table.columns} FROM stdin;\n`
  // pieces end where the network cut them, and all of them together at the end of a line
  for await (const piece of reader.query(copyTo(textOut(table)))) yield piece as Buffer // bytes, as no encoding is set
  yield '\\.\n'
}

async function* pages(admin: pg.ClientBase): AsyncGenerator<string> {
  yield* lines((await largeObjects(admin)).map((oid) => called('large_object', oid)))
  for await (const some of largeObjectPages(admin)) {
    yield* lines(
      some.map(({ oid, offset, data }) =>
        called('large_object', oid, offset, `\\x${data.toString('hex')}`),
      ),
    )
  }
}
