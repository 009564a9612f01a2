import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { beforeAll, expect, test } from 'vitest'
import { type Content, contentOf, type DataTable, dataTables } from './copy-tables.ts'
import { rowsMeter } from './rows-meter.ts'
import { describe, differencesOf } from './manifest.ts'
import { sequenceValues } from './sequences.ts'
import { sqlDump } from './sql-dump.ts'
import { withAdmin } from '#postgres/connection/admin.ts'
import { rolePassword, testServer } from '#test/database.ts'
import { emptyServer, loadFixture, loadOnPlatform, upgradeWorld } from '#test/upgrade-world.ts'

/** Does what psql does with such a file: statements as they are, and the lines after a `copy` to its end. */
async function load(client: pg.Client, sql: string) {
  let statements = ''
  const lines = sql.split('\n').values()
  for (const line of lines) {
    if (/^\\(un)?restrict [0-9a-f]{48}$/.test(line)) continue
    statements += `${line}\n`
    if (!line.endsWith(' FROM stdin;')) continue
    // a name may hold the end of a line
    const copy = statements.lastIndexOf('\nCOPY ')
    await client.query(statements.slice(0, copy))
    const rows: string[] = []
    for (const row of lines) {
      if (row === String.raw`\.`) break
      rows.push(`${row}\n`)
    }
    await pipeline(Readable.from(rows), client.query(copyFrom(statements.slice(copy))))
    statements = ''
  }
  await client.query(statements)
}

// what a file of SQL does not bring
const NOT_BROUGHT = /^(database|event trigger|server function) |extensions\.plinth_tell/

/** A role's password, which it does not bring either, and who granted what and owns what only the superuser can. */
const without = (line: string) =>
  line
    .replace(/^(role .*) [0-9a-f]{32}/, '$1')
    .replace(/^(member .*) (?:postgres|plinth_admin|maker) ([tf] [tf] [tf])$/, '$1 $2')

const described = async (client: pg.Client) =>
  (await describe(client)).filter((line) => !NOT_BROUGHT.test(line)).map(without)

/** What the tables hold, their columns in the order in which they once were. */
const held = async (client: pg.Client, tables: readonly DataTable[]) => {
  const found: [string, Content][] = []
  for (const table of tables) {
    found.push([
      table.name,
      await contentOf({ reader: client, meter: rowsMeter(undefined) }, table),
    ])
  }
  return Object.fromEntries(found)
}

/** A project as SQL, and what it was like; `meanwhile` happens while it is read. */
async function dumped(
  fill: (client: pg.Client) => Promise<void>,
  meanwhile?: (client: pg.Client) => Promise<unknown>,
) {
  await using world = await upgradeWorld()
  await world.before.as('postgres', fill)
  return await world.before.during(async (cluster) => {
    const source = { ...world.before.target(cluster), readerPassword: rolePassword }
    const was = await withAdmin(source, described)
    const tables = await withAdmin(source, dataTables)
    const rows = await withAdmin(source, (client) => held(client, tables))
    const sequences = await withAdmin(source, (client) => sequenceValues(client, client))
    const pieces: Buffer[] = []
    for await (const piece of sqlDump({ source: { ...source, adminPassword: source.password } })) {
      pieces.push(Buffer.from(piece))
      if (pieces.length === 3 && meanwhile) await withAdmin(source, meanwhile)
    }
    return { sql: Buffer.concat(pieces).toString(), was, tables, rows, sequences }
  })
}

let project: Awaited<ReturnType<typeof dumped>>
beforeAll(async () => {
  // what is written while it is read is of another moment
  project = await dumped(loadFixture, async (client) => {
    await client.query(`insert into app.parent values (99)`)
    await client.query(`delete from auth.users`)
  })
})

test('a project as SQL says what it needs and what is not in it', () => {
  const said = /^-- A project[^]*?\n\n/m.exec(project.sql)?.[0]
  expect(said?.replace(/Postgres 17\S+ as it was at .* UTC/, 'Postgres …, as it was at …'))
    .toMatchInlineSnapshot(`
      "-- A project of Plinth as SQL, from Postgres …, as it was at ….
      --
      -- Load it with psql, all of it or nothing:
      --
      --   psql --set ON_ERROR_STOP=1 --single-transaction --file THIS_FILE 'postgresql://…'
      --
      -- It goes into one of these two, of Postgres 17 or newer:
      --   a new project of Plinth with nothing in it, as its role postgres;
      --   an empty database of a server of your own, as a superuser.
      --
      -- The server has to come with these extensions: "uuid-ossp", btree_gist, citext, hstore, pg_stat_statements, pg_trgm, pgcrypto.
      -- Roles are made as far as they are missing, without a password. Give one to those that log in:
      --   "Odd Röle", authenticator, expired, maker, postgres, robot
      -- psql from before August 2025 does not know the first line; it may be removed, with the last.
      --
      -- Not in here: passwords, the files of Storage, edge functions, the project's own settings, and what
      -- an operator of the platform has made as its superuser.
      -- Other databases of the project, which are not in here either: none.
      -- Secrets of the vault that are not in here, as only their own project can open them: 1.

      "
    `)
  expect(project.sql).not.toContain('SCRAM-SHA-256')
  expect(project.sql, 'a role that only we have').not.toMatch(/OWNER TO plinth_admin/)
})

test('a project as SQL, loaded into an empty server, is the same project', async () => {
  await using empty = await emptyServer()
  await empty.admin((client) => load(client, project.sql))
  await empty.admin(async (client) => {
    // whoever loads it makes them
    const isExtension = (line: string) => /^(new|missing): extension /.test(line)
    const differences = differencesOf(project.was, await described(client))
    expect(differences.filter((line) => !isExtension(line))).toEqual([])
    expect(await held(client, project.tables)).toEqual({
      ...project.rows,
      'vault.secrets': expect.objectContaining({ rows: 0 }),
    })
    expect(await sequenceValues(client, client)).toEqual(project.sequences)
    expect(project.rows).toMatchObject({
      'app.everything': { rows: 451 },
      'auth.users': { rows: 20 },
      'app.parent': { rows: 1 },
    })
  })
})

test.each([17, 18] as const)(
  'its owner loads it into a new project of %s, which is the same then',
  async (major) => {
    await using server = await testServer({ major })
    await using owner = await server.connect('postgres')
    const warnings: (string | undefined)[] = []
    owner.on('notice', ({ message }) => warnings.push(message))
    await load(owner, project.sql)
    expect(warnings).toEqual([])

    await using admin = await server.admin()
    // who makes a role is a member of it, whatever is said; and that a column is there by inheriting it
    // alone, where it does not come first, only a superuser can say
    const isKnown = (line: string) =>
      line.startsWith('new: member made_by_maker postgres ') ||
      /^(new|missing): (column|constraint) (adv\.chi[34]?|app\.two_parents) /.test(line)
    const differences = differencesOf(project.was, await described(admin))
    expect(differences.filter((line) => !isKnown(line))).toEqual([])
    expect(await held(admin, project.tables)).toEqual({
      ...project.rows,
      'vault.secrets': expect.objectContaining({ rows: 0 }),
    })
    expect(await sequenceValues(admin, admin)).toEqual(project.sequences)
  },
)

test('what the owner has taken from everybody stays taken in a new project', async () => {
  const { sql, was } = await dumped(async (client) => {
    await client.query('revoke usage on schema public from anon')
    await client.query(
      'alter default privileges in schema public revoke all on tables from anon, authenticated',
    )
    await client.query('create table secret (n int)')
  })
  await using server = await testServer()
  await using owner = await server.connect('postgres')
  await load(owner, sql)
  await using admin = await server.admin()
  expect(differencesOf(was, await described(admin))).toEqual([])
})

test('what the owner has done with the platform’s own tables is done in a new project', async () => {
  const { sql, was, tables, rows, sequences } = await dumped(loadOnPlatform)
  await using server = await testServer({ major: 18 })
  await using owner = await server.connect('postgres')
  await load(owner, sql)
  await using admin = await server.admin()
  expect(differencesOf(was, await described(admin))).toEqual([])
  expect(await held(admin, tables)).toEqual(rows)
  expect(await sequenceValues(admin, admin)).toEqual(sequences)
  expect(rows).toMatchObject({ 'auth.refresh_tokens': { rows: 50 } })
})

test('a virtual column of a table that inherits was written as a default', async () => {
  await using server = await testServer({ major: 18 })
  await using owner = await server.connect('postgres')
  await owner.query('create table parent (a int)')
  await owner.query(
    'create table child (b int, twice int generated always as (b * 2) virtual) inherits (parent)',
  )
  await owner.query('alter table parent add column late int')
  await owner.query(
    'alter table storage.objects add column twice int generated always as (2) virtual',
  )
  await owner.query('insert into child (b) values (21)')
  const { cluster, adminPassword } = server
  const pieces: Buffer[] = []
  for await (const piece of sqlDump({
    source: { ...cluster, adminPassword, readerPassword: rolePassword },
  })) {
    pieces.push(Buffer.from(piece))
  }
  await using empty = await emptyServer()
  await empty.admin(async (client) => {
    await load(client, Buffer.concat(pieces).toString())
    const { rows } = await client.query('select b, twice from public.child')
    expect(rows).toEqual([{ b: 21, twice: 42 }])
  })
})
