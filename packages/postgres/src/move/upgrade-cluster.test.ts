import type pg from 'pg'
import { expect, test } from 'vitest'
import { patient, rolePassword } from '#test/database.ts'
import { asRole, loadFixture, loadOnPlatform, upgradeWorld } from '#test/upgrade-world.ts'

/** What people would see, asked as they ask: apart from the manifest that the move itself compares. */
async function seen(client: pg.Client) {
  const ask = async (sql: string) => (await client.query({ text: sql, rowMode: 'array' })).rows
  return {
    everything: await ask('select * from app.everything order by id'),
    odd: await ask('select * from "Sales & Co"."Ünïcode ""quoted"" table" order by 1'),
    events: await ask('select tableoid::regclass::text, * from app.events order by at'),
    moods: await ask('select * from odd.by_mood order by id'),
    plain: await ask('select t::text from odd.plain t order by i4'),
    hashed: await ask('select tableoid::regclass::text, * from app.hashed order by id'),
    inherited: await ask('select tableoid::regclass::text, a from app.parent order by a'),
    profiles: await ask('select * from app.profiles order by user_id'),
    users: await ask('select * from auth.users order by id'),
    files: await ask('select * from storage.objects'),
    totals: await ask('select * from app.totals order by 1'),
    sequence: await ask('select last_value, is_called from app.counter'),
    large: await ask('select md5(lo_get(4242)), length(lo_get(4243)), length(lo_get(4244))'),
    secret: await ask('select name, decrypted_secret from vault.decrypted_secrets'),
    zero: await ask('select count(*) from nothing_in_it'),
  }
}

test('a project of 17 with a bit of everything is the same project in 18', async () => {
  await using world = await upgradeWorld()
  await world.before.as('postgres', loadFixture)
  const was = await world.before.as('postgres', seen)

  const told: [number, number][] = []
  const moved = await world.move(undefined, (...far) => void told.push(far))
  const far = told.map(([done]) => done)
  expect(far).toEqual(far.toSorted((a, b) => a - b))
  expect(told.at(-1)?.[0], 'each row was moved and read again').toBe(told.at(-1)?.[1])
  expect(moved.tables).toBeGreaterThan(20)
  expect(moved.rows).toBeGreaterThan(1000)
  expect(moved.objects).toBeGreaterThan(400)

  await world.after.during(async (cluster) => {
    const as = <T>(role: string, password: string, task: (client: pg.Client) => Promise<T>) =>
      asRole(cluster, { role, password }, task)
    await as('postgres', rolePassword, async (client) => {
      expect(await seen(client)).toEqual(was)
      const version = await client.query<{ server_version: string }>('show server_version')
      expect(version.rows[0]?.server_version).toMatch(/^18/)
      const next = await client.query(`insert into app.everything (amount, during)
        values (2000, 'empty') returning id, by_default, old_style`)
      expect(next.rows).toEqual([{ id: '3607', by_default: 2, old_style: 502 }])
      // the trigger on a table of another role, with a function that nobody else may call
      await client.query(`insert into auth.users (id) values (gen_random_uuid())`)
      const profiles = await client.query('select count(*)::int as n from app.profiles')
      expect(profiles.rows).toEqual([{ n: 21 }])
    })
    await as('Odd Röle', 'odd-password', async (client) => {
      const { rows } = await client.query('select current_setting($1) as path', ['search_path'])
      expect(rows).toEqual([{ path: 'app, "Sales & Co", public' }])
      await expect(client.query('select 1 from app.handed_over')).rejects.toThrow(
        'permission denied',
      )
    })
    await expect(as('Odd Röle', 'wrong', async () => undefined)).rejects.toThrow('password')
    await expect(as('app_owner', 'any', async () => undefined)).rejects.toThrow('password')
  })

  // and what was moved from is as it was
  expect(await world.before.as('postgres', seen)).toEqual(was)
})

test.each([
  ['gone', 'drop schema public cascade'],
  ['made anew', 'drop schema public cascade; create schema public; create table public.t (n int)'],
  ['of another', 'create role other; grant other to postgres; alter schema public owner to other'],
])('a schema public that is %s stays so', async (_how, sql) => {
  await using world = await upgradeWorld()
  await world.before.as('postgres', (client) => client.query(sql))
  const owner = async (client: pg.Client) =>
    (
      await client.query(
        `select nspowner::regrole::text from pg_namespace where nspname = 'public'`,
      )
    ).rows
  const was = await world.before.as('postgres', owner)
  await world.move()
  expect(await world.after.as('postgres', owner)).toEqual(was)
})

test('what the owner has done with the platform’s own tables is done after an upgrade', async () => {
  await using world = await upgradeWorld()
  await world.before.as('postgres', loadOnPlatform)
  expect(await world.obstacles()).toEqual([])
  await expect(world.move()).resolves.toMatchObject({ rows: 55 })
})

test('one that is cancelled ends at once, whatever its servers were at', async () => {
  await using world = await upgradeWorld()
  await world.before.as('postgres', async (client) => {
    // takes its time where it is loaded, and only there
    await client.query(`create function dawdle() returns boolean language plpgsql as $$
      begin
        if current_setting('application_name') = 'plinth' then
          raise warning 'dawdling';
          perform pg_sleep(120);
        end if;
        return true;
      end $$`)
    await client.query('create table waits (n int check (dawdle()))')
    await client.query('insert into waits values (1)')
  })
  const cancel = new AbortController()
  const moving = world.move(cancel.signal)
  moving.catch(() => undefined) // told below
  await expect.poll(async () => (await world.logs()).after, patient).toContain('dawdling')
  cancel.abort()
  // within the time a test has, which is half of what it dawdles
  await expect(moving).rejects.toThrow('abort')
  const rows = await world.before.as('postgres', (client) => client.query('table waits'))
  expect(rows.rows).toEqual([{ n: 1 }])
})

test.each([
  ['a table', 'create table kept (n int)'],
  [
    'partitions by the hash of an enum',
    `create type mood as enum ('sad', 'ok');
     create table kept (n int, m mood default 'ok') partition by hash (m);
     create table kept_0 partition of kept for values with (modulus 2, remainder 0);
     create table kept_1 partition of kept for values with (modulus 2, remainder 1)`,
  ],
])('rows of %s that changed on the way are found out', async (_what, sql) => {
  await using world = await upgradeWorld()
  await world.before.as('postgres', async (client) => {
    await client.query(sql)
    await client.query('insert into kept values (1), (2)')
    // an index on an expression is built after the rows are there, and what it calls may write
    await client.query(`create function tamper() returns void language plpgsql as $$
      begin
        if current_setting('application_name') = 'plinth' then
          update public.kept set n = 3 where n = 2;
        end if;
      end $$`)
    await client.query(`create function quiet(n int) returns int language plpgsql immutable
      as $$ begin perform public.tamper(); return n; end $$`)
    await client.query('create table indexed (n int)')
    await client.query('insert into indexed values (1)')
    await client.query('create index on indexed (quiet(n))')
  })
  await expect(world.move()).rejects.toMatchObject({
    code: 'NOT_MOVABLE',
    message: expect.stringMatching(/not the same .*: public\.kept has other rows than it had$/),
  })
})

test('databases beside the project’s come along, each as it was', async () => {
  await using world = await upgradeWorld()
  await world.before.as('postgres', async (client) => {
    await client.query('create table of_project (n int)')
    await client.query('insert into of_project values (1)')
    await client.query('create role keeper nologin')
    await client.query('create database "My ""other"" one"')
    await client.query(
      `create database sorted template template0 locale_provider icu icu_locale 'sv' icu_rules '&A < x'`,
    )
    await client.query('create database copied template postgres')
    await client.query('alter database sorted is_template true connection limit 20')
    await client.query(`comment on database sorted is 'Sorted'`)
    await client.query('alter database sorted owner to keeper')
    await client.query('revoke all on database sorted from public')
    await client.query('grant connect on database sorted to plinth_read_only, postgres, keeper')
    await client.query(`alter database sorted set search_path = x, public`)
    await client.query(`alter role keeper in database sorted set work_mem = '9MB'`)
  })
  await world.before.as(
    'postgres',
    async (client) => {
      await client.query('create schema x authorization keeper')
      await client.query('create table x.words (w text primary key)')
      await client.query(`insert into x.words values ('ö'), ('z'), ('x'), ('b')`)
      await client.query('alter table x.words owner to keeper')
      await client.query(`select lo_from_bytea(77, 'only here')`)
      await client.query('create extension citext')
    },
    'sorted',
  )
  await world.before.admin((client) =>
    client.query('revoke connect on database sorted from keeper'),
  )
  await world.before.as(
    'postgres',
    async (client) => {
      await client.query('insert into of_project values (2)')
      await client.query(`insert into auth.users (email) values ('a@b.c')`)
    },
    'copied',
  )

  await world.before.as(
    'postgres',
    (client) => client.query('create table plain as select 1 as n'),
    'My "other" one',
  )

  expect(await world.obstacles()).toEqual([])
  await world.move()
  const ask = async (database: string, sql: string) =>
    (
      await world.after.as(
        'postgres',
        (client) => client.query({ text: sql, rowMode: 'array' }),
        database,
      )
    ).rows
  expect(await ask('postgres', 'table of_project')).toEqual([[1]])
  expect(await ask('copied', 'table of_project order by 1')).toEqual([[1], [2]])
  expect(await ask('copied', 'select email from auth.users')).toContainEqual(['a@b.c'])
  expect(await ask('copied', 'select evtname from pg_event_trigger order by 1')).toEqual([
    ['plinth_rest_changed'],
    ['plinth_rest_dropped'],
  ])
  expect(await ask('sorted', 'select w from words order by w')).toEqual([
    ['x'],
    ['b'],
    ['z'],
    ['ö'],
  ])
  expect(await ask('sorted', 'select convert_from(lo_get(77), $$utf8$$)')).toEqual([['only here']])
  expect(await ask('My "other" one', 'table plain')).toEqual([[1]])
})

test('what only an operator can have made comes along: foreign servers, publications for everything', async () => {
  await using world = await upgradeWorld()
  await world.before.admin(async (client) => {
    await client.query('create extension postgres_fdw schema extensions')
    await client.query('create extension file_fdw schema extensions')
    await client.query(
      'grant usage on foreign data wrapper postgres_fdw to postgres with grant option',
    )
    await client.query(`create server files type 't' version '1' foreign data wrapper file_fdw`)
    await client.query('grant usage on foreign server files to postgres')
    await client.query(`comment on server files is 'Files'`)
  })
  await world.before.as('postgres', async (client) => {
    await client.query('create schema far')
    await client.query('create role lodger')
    await client.query('grant create, usage on schema far to lodger')
    await client.query(
      `create server "far ""off""" foreign data wrapper postgres_fdw options (host '127.0.0.1', port '1', dbname 'x''y')`,
    )
    await client.query(
      `create user mapping for postgres server "far ""off""" options (user 'u', password 'pass''word')`,
    )
    await client.query(`create user mapping for public server "far ""off"""`)
    await client.query(
      `create foreign table far.away (n int options (column_name 'm') default 7 check (n > 0), t text)
       server "far ""off""" options (table_name 'remote')`,
    )
    await client.query('create table far.whole (n int, t text) partition by list (n)')
    await client.query(
      `create foreign table far.part partition of far.whole for values in (1) server "far ""off"""`,
    )
    await client.query(`grant usage on foreign server "far ""off""" to lodger`)
    await client.query('set role lodger')
    await client.query(`create foreign table far.lodgers (n int) server "far ""off"""`)
    await client.query('reset role')
    await client.query(`revoke usage on foreign server "far ""off""" from lodger`)
    await client.query('revoke create, usage on schema far from lodger')
    await client.query(`comment on server "far ""off""" is 'Far'`)
    await client.query('create table far.here (n int, m int)')
  })
  await world.before.admin(async (client) => {
    await client.query('create publication everything for all tables')
    await client.query(`comment on publication everything is 'All'`)
    await client.query('create publication of_schema for tables in schema far')
    await client.query(
      `create publication chosen for table far.here (n) with (publish = 'insert, truncate', publish_via_partition_root)`,
    )
  })
  const published = async (client: pg.Client) =>
    (
      await client.query(
        `select pubname::text, string_agg(tablename, ' ' order by tablename) as tables
           from pg_publication_tables where schemaname = 'far' group by 1 order by 1`,
      )
    ).rows
  const was = await world.before.admin(published)
  expect(await world.obstacles()).toEqual([])
  await world.move()
  await world.after.admin(async (client) => {
    const mappings = await client.query(
      `select srvname::text, usename::text, umoptions::text[] from pg_user_mappings order by 2`,
    )
    expect(mappings.rows).toEqual([
      { srvname: 'far "off"', usename: 'postgres', umoptions: ['user=u', `password=pass'word`] },
      { srvname: 'far "off"', usename: 'public', umoptions: null },
    ])
  })
  const is = await world.after.admin(published)
  expect(is).toEqual(was)
  expect(is).toMatchObject([
    { pubname: 'chosen', tables: 'here' },
    { pubname: 'everything' },
    { pubname: 'of_schema' },
  ])
})

test('what came into the way since it was looked for ends the move', async () => {
  await using world = await upgradeWorld()
  await world.before.admin((client) => client.query('create foreign data wrapper late'))
  await expect(world.move()).rejects.toMatchObject({
    code: 'NOT_MOVABLE',
    message: expect.stringContaining('The foreign data wrapper late'),
  })
})

test('what cannot be moved is named', async () => {
  await using world = await upgradeWorld()
  expect(await world.obstacles()).toEqual([])
  await world.before.as('postgres', async (client) => {
    await client.query('create database "my other"')
    await client.query('create database closed allow_connections false')
    await client.query('create database hidden')
    await client.query('revoke connect on database hidden from public')
    await client.query('create role other')
    await client.query('grant create on schema public to other')
    await client.query('create table whole (n int) partition by list (n)')
    await client.query('create table part partition of whole default')
    await client.query('create table published (n int)')
    await client.query('create publication pub for table published')
    await client.query('alter table part owner to other')
    await client.query('alter table published owner to other')
    await client.query('alter role other noinherit')
    await client.query('revoke other from postgres granted by postgres')
  })
  await world.before.admin(async (client) => {
    await client.query('create table public.ours (n int)')
    await client.query(`select pg_create_logical_replication_slot('slot', 'pgoutput')`)
    await client.query('create foreign data wrapper w')
    await client.query('create server far foreign data wrapper w')
    await client.query(`update pg_extension set extname = 'gone' where extname = 'pgcrypto'`)
  })
  expect(await world.obstacles()).toMatchInlineSnapshot(`
    [
      "The database closed lets nobody in: allow connections to it, or drop it",
      "The database hidden does not let the platform read it: grant connect on it to plinth_read_only",
      "The replication slot slot: its position means nothing in another version. Drop it, and begin anew after the upgrade",
      "The foreign data wrapper w belongs to no extension: drop it, and make it again after the upgrade",
      "The table public.part is part of public.whole, which belongs to another role: give both the same owner",
      "The publication pub has the table public.published, whose owner is another role: give both the same owner",
      "public.ours belongs to the superuser and is not the platform's own",
      "The extension gone does not come with Postgres 18: drop it",
    ]
  `)
})
