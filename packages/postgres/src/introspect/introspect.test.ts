import { afterAll, beforeAll, expect, test } from 'vitest'
import { activity, databaseSize, serverVersion } from './server.ts'
import { listSchemas, schemaForCompletion } from './schemas.ts'
import { listTables } from './tables.ts'
import { patient, testServer, type TestServer } from '#test/database.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server[Symbol.asyncDispose]())

test('tables come with keys, relationships and columns', async () => {
  const database = await server.createDatabase()
  await using owner = await server.connect('postgres', database)
  await owner.query(`
    create type mood as enum ('sad', 'glad');
    create table author (tenant int, id int generated always as identity, primary key (tenant, id));
    create table book (
      id bigint primary key,
      title varchar(20) not null unique,
      feeling mood default 'glad',
      moods mood[],
      long boolean generated always as (length(title) > 9) stored,
      t int, a int,
      constraint book_author foreign key (t, a) references author
    );
    alter table book enable row level security;
    alter table book drop column long;
    comment on table book is 'Paper';
    comment on column book.title is 'On its back';
    insert into book (id, title) values (1, 'One'), (2, 'Two');
    analyze book;
    create view titles as select title from book;
  `)
  await using admin = await server.admin(database)
  const tables = await listTables(admin, { includedSchemas: ['public'], includeColumns: true })
  expect(tables.map(({ name, kind }) => [name, kind])).toEqual([
    ['author', 'table'],
    ['book', 'table'],
    ['titles', 'view'],
  ])
  const [author, book] = tables
  expect(author?.primary_keys).toEqual(['tenant', 'id'])
  expect(author?.columns?.[1]).toMatchObject({ is_identity: true, identity_generation: 'ALWAYS' })
  expect(author?.relationships, 'seen from its target, too').toEqual(book?.relationships)
  expect(book).toMatchObject({
    rls_enabled: true,
    rls_forced: false,
    live_rows_estimate: 2,
    comment: 'Paper',
    primary_keys: ['id'],
    relationships: [
      {
        constraint_name: 'book_author',
        source_schema: 'public',
        source_table_name: 'book',
        source_columns: ['t', 'a'],
        target_schema: 'public',
        target_table_name: 'author',
        target_columns: ['tenant', 'id'],
      },
    ],
  })
  expect(book?.bytes).toBeGreaterThan(8192)
  expect(book?.size).toMatch(/kB$/)
  expect(book?.columns).toMatchObject([
    { name: 'id', data_type: 'bigint', format: 'int8', is_nullable: false, is_unique: true },
    {
      name: 'title',
      data_type: 'character varying(20)',
      is_nullable: false,
      is_unique: true,
      comment: 'On its back',
    },
    {
      name: 'feeling',
      data_type: 'public.mood',
      is_nullable: true,
      is_unique: false,
      default_value: "'glad'::public.mood",
      enums: ['sad', 'glad'],
    },
    { name: 'moods', format: '_mood', enums: ['sad', 'glad'] },
    { name: 't', ordinal_position: 6, enums: [] },
    { name: 'a' },
  ])
  expect(book?.columns?.[0]?.id).toBe(`${book?.id}.1`)
})

test('without naming schemas, all but the system ones are listed, without columns', async () => {
  await using monitor = await server.connect('plinth_monitor')
  const tables = await listTables(monitor)
  expect(new Set(tables.map(({ schema }) => schema))).toEqual(
    new Set(['auth', 'extensions', 'realtime', 'storage', 'vault']),
  )
  expect(tables[0]).not.toHaveProperty('columns')
})

test('schemas and names for completion', async () => {
  await using monitor = await server.connect('plinth_monitor')
  expect((await listSchemas(monitor)).map(({ name, owner }) => `${name} ${owner}`)).toEqual([
    'auth plinth_auth_admin',
    'extensions plinth_admin',
    'public pg_database_owner',
    'realtime plinth_realtime_admin',
    'storage plinth_storage_admin',
    'vault plinth_vault',
  ])
  const names = await schemaForCompletion(monitor)
  expect(names['public']).toEqual({ tables: {}, functions: [] })
  expect(names['auth']?.functions).toEqual(['email', 'jwt', 'role', 'uid'])
  expect(names['storage']?.tables['buckets']?.slice(0, 2)).toEqual(['id', 'name'])
})

test('size, version and who is connected', async () => {
  await using monitor = await server.connect('plinth_monitor')
  expect(await databaseSize(monitor)).toBeGreaterThan(5_000_000)
  expect(await databaseSize(monitor, 'no such database')).toBe(0)
  expect(await serverVersion(monitor)).toEqual({ version: '17.10', number: 170_010 })

  await using owner = await server.connect('postgres')
  await using waiting = await server.connect('postgres')
  await owner.query('begin; lock table auth.users in exclusive mode')
  const lock = waiting.query('lock table auth.users in exclusive mode; select 1').catch(() => 0)
  await expect
    .poll(
      async () =>
        (await activity(monitor)).map(({ state, blocked_by }) => [state, blocked_by.length]),
      patient,
    )
    .toEqual([
      ['idle in transaction', 0],
      ['active', 1],
    ])
  await owner.query('rollback')
  await lock
})
