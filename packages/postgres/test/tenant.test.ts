import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import pg from 'pg'
import { pinnedOptions } from '#postgres/index.ts'
import { testServer, type TestServer } from './database.ts'

describe.each([17, 18] as const)('a tenant of PostgreSQL %i', (major) => {
  let server: TestServer
  let database: string
  beforeAll(async () => {
    server = await testServer({ major })
    database = await server.createDatabase()
  })
  afterAll(() => server[Symbol.asyncDispose]())

  const refused = {
    'become a superuser': 'alter role postgres superuser',
    'make a superuser': 'create role mine superuser',
    'make a replication role': 'create role mine replication',
    'run programs by membership': 'grant pg_execute_server_program to postgres',
    'read files by membership': 'grant pg_read_server_files to postgres',
    'write files by membership': 'grant pg_write_server_files to postgres',
    'become the superuser': 'set role plinth_admin',
    'be granted the superuser': 'grant plinth_admin to postgres',
    'change the superuser': "alter role plinth_admin password 'x'",
    'lock the superuser out': 'alter role plinth_admin nologin',
    'set what the superuser sees': "alter role plinth_admin set search_path = 'public'",
    'lift its own connection limit': 'alter role authenticator connection limit -1',
    'read a file': "copy (select 1) to '/tmp/x'",
    'load a file': "create table f (t text); copy f from '/etc/passwd'",
    'run a program': "create table f (t text); copy f from program 'id'",
    'read a file by function': "select pg_catalog.pg_read_file('/etc/passwd')",
    'read its own data directory': "select pg_catalog.pg_read_file('plinth-vault.key')",
    'list a folder': "select pg_catalog.pg_ls_dir('/')",
    'import a large object': "select pg_catalog.lo_import('/etc/passwd')",
    'change the server': "alter system set shared_preload_libraries = ''",
    'lift the temporary space limit': 'set temp_file_limit = -1',
    'load a library': "load '/tmp/evil.so'",
    'preload a library': "alter database postgres set session_preload_libraries = 'x'",
    'make a C function': "create function f() returns int language c as 'libc.so.6', 'system'",
    'use an untrusted language': 'create extension plpython3u',
    'reach other servers by dblink': 'create extension dblink',
    'reach other servers by a wrapper': 'create extension postgres_fdw',
    'read files by a wrapper': 'create extension file_fdw',
    'subscribe to other servers':
      "create subscription s connection 'host=10.0.0.1' publication p with (connect = false)",
    'make an event trigger':
      'create function e() returns event_trigger language plpgsql as $$ begin end $$; create event trigger x on ddl_command_start execute function e()',
    'write to the catalogue':
      "update pg_catalog.pg_authid set rolsuper = true where rolname = 'postgres'",
    'see password verifiers': 'select rolpassword from pg_catalog.pg_authid',
    'plant things in template1': `revoke all on database template1 from public`,
    'make a tablespace': "create tablespace t location '/tmp'",
    "replace the vault's function":
      "create or replace function vault.unseal(sealed text) returns text language sql as 'select sealed'",
    'drop an extension of ours': 'drop extension pgcrypto',
    "shadow an extension's function":
      "create or replace function extensions.pgp_sym_decrypt(bytea, text) returns text language sql as 'select null'",
    "become a service's role": 'set role plinth_auth_admin',
  }

  test.each(Object.entries(refused))('cannot %s', async (_, sql) => {
    await using client = await server.connect('postgres', database)
    await expect(client.query(sql)).rejects.toMatchObject({ code: '42501' })
  })

  test('cannot connect to template1, nor log in as the superuser over TCP', async () => {
    await expect(server.connect('postgres', 'template1')).rejects.toMatchObject({ code: '42501' })
    const client = new pg.Client({
      host: '127.0.0.1',
      port: server.cluster.port,
      user: 'plinth_admin',
      password: server.adminPassword,
      database: 'postgres',
    })
    await expect(client.connect()).rejects.toMatchObject({ code: '28000' })
  })

  test('can do what an owner needs', async () => {
    await using client = await server.connect('postgres', await server.createDatabase())
    await client.query(`
      create table profile (id uuid primary key references auth.users on delete cascade);
      create function welcome() returns trigger language plpgsql security definer set search_path = ''
        as $$ begin insert into public.profile values (new.id); return new; end $$;
      create trigger welcome after insert on auth.users for each row execute function welcome();
      create policy own on storage.objects for select to authenticated using (owner_id = auth.uid()::text);
      alter publication plinth_realtime add table profile;
      create role reader nologin;
      grant reader to authenticator;
      grant anon to reader;
      set role reader; reset role;
      create extension citext;
    `)
    await client.query('create database another')
    await client.query('drop database another')
  })

  test('a new user of the application runs its trigger, and not as the superuser', async () => {
    const own = await server.createDatabase()
    await using owner = await server.connect('postgres', own)
    await owner.query(`
      create table seen (role text, is_superuser text);
      grant insert on seen to public;
      create function note() returns trigger language plpgsql as $$ begin
        insert into public.seen values (current_user, current_setting('is_superuser')); return new;
      end $$;
      create trigger note after insert on auth.users for each row execute function note();
    `)
    await using service = await server.connect('plinth_auth_admin', own)
    await service.query(`insert into auth.users (email) values ('a@b.c')`)
    expect((await owner.query('select * from seen')).rows).toEqual([
      { role: 'plinth_auth_admin', is_superuser: 'off' },
    ])
  })

  test('an operator planted in the search path fools an unpinned superuser, not ours', async () => {
    const own = await server.createDatabase()
    await using owner = await server.connect('postgres', own)
    await owner.query(`
      create schema trap;
      create function trap.eq(name, text) returns boolean language plpgsql as $$ begin
        if current_setting('is_superuser') = 'on' then
          execute 'alter role postgres superuser';
        end if;
        return true;
      end $$;
      create operator trap.= (leftarg = name, rightarg = text, function = trap.eq);
      alter database ${own} set search_path = trap, pg_catalog;
    `)
    const catalogueQuery = `select relname from pg_catalog.pg_class where relname = 'pg_class'::text limit 1`
    const isSuperuser = async () => {
      const { rows } = await owner.query<{ yes: boolean }>(
        `select rolsuper as yes from pg_catalog.pg_roles where rolname OPERATOR(pg_catalog.=) 'postgres'::name`,
      )
      return rows[0]?.yes
    }

    await using admin = await server.admin(own)
    await admin.query(catalogueQuery)
    expect(await isSuperuser(), 'the pinned connection is not fooled').toBe(false)

    // the same query on the same socket without the pin: this is what the pin is for
    const { host, port } = admin
    const careless = new pg.Client({
      host,
      port,
      database: own,
      user: 'plinth_admin',
      password: server.adminPassword,
    })
    await careless.connect()
    await careless.query(catalogueQuery)
    await careless.end()
    expect(await isSuperuser()).toBe(true)
    await admin.query('alter role postgres nosuperuser')
  })

  test('settings an owner puts on his database do not reach our connection', async () => {
    const own = await server.createDatabase()
    await using owner = await server.connect('postgres', own)
    await owner.query(`
      alter database ${own} set standard_conforming_strings = off;
      alter database ${own} set default_transaction_read_only = on;
      alter database ${own} set statement_timeout = 1;
      alter database ${own} set datestyle = 'SQL, DMY';
      alter database ${own} set role = 'anon';
    `)
    await using admin = await server.admin(own)
    const { rows } = await admin.query(`
      select
        current_user as role,
        current_setting('search_path') as path,
        current_setting('standard_conforming_strings') as strings,
        current_setting('transaction_read_only') as read_only,
        current_setting('statement_timeout') as timeout,
        current_setting('datestyle') as datestyle`)
    expect(rows).toEqual([
      {
        role: 'plinth_admin',
        path: 'pg_catalog,pg_temp',
        strings: 'on',
        read_only: 'off',
        timeout: '30s',
        datestyle: 'ISO, MDY',
      },
    ])
    expect(pinnedOptions).toContain('search_path')
  })

  test('the read-only role reads everything and writes nothing', async () => {
    const own = await server.createDatabase()
    await using owner = await server.connect('postgres', own)
    await owner.query('create table t as select 1 as a; alter table t enable row level security')
    await owner.query(`select vault.create_secret('hidden', 'name')`)
    await using reader = await server.connect('plinth_read_only', own)
    expect((await reader.query('select a from t')).rows).toEqual([{ a: 1 }])
    await expect(reader.query('insert into t values (2)')).rejects.toMatchObject({ code: '25006' })
    // even when it lifts what it may lift
    await reader.query('set default_transaction_read_only = off')
    await expect(reader.query('insert into t values (2)')).rejects.toMatchObject({ code: '42501' })
    const secrets = reader.query('select decrypted_secret from vault.decrypted_secrets')
    await expect(secrets).rejects.toMatchObject({ code: '42501' })
  })

  test('a request runs as the role and user of its token', async () => {
    const own = await server.createDatabase()
    await using owner = await server.connect('postgres', own)
    await owner.query(`
      create table note (id int, owner uuid default auth.uid());
      alter table note enable row level security;
      create policy own on note to authenticated using (owner = auth.uid());
      insert into note values (1, '00000000-0000-0000-0000-000000000001'), (2, gen_random_uuid());
    `)
    await using api = await server.connect('authenticator', own)
    await expect(api.query('select * from note')).rejects.toMatchObject({ code: '42501' })
    await api.query('begin; set local role authenticated')
    await api.query(`select set_config('request.jwt.claims', $1, true)`, [
      JSON.stringify({
        sub: '00000000-0000-0000-0000-000000000001',
        role: 'authenticated',
        email: 'a@b.c',
      }),
    ])
    expect((await api.query('select id from note')).rows).toEqual([{ id: 1 }])
    expect((await api.query('select auth.role(), auth.email()')).rows).toEqual([
      { role: 'authenticated', email: 'a@b.c' },
    ])
    await api.query('commit; begin; set local role anon')
    expect((await api.query('select auth.uid() as id')).rows).toEqual([{ id: null }])
    await api.query('commit')
  })

  test('paths in storage come apart at slashes and the last dot', async () => {
    await using owner = await server.connect('postgres')
    const { rows } = await owner.query(`
      select storage.foldername(n) as folders, storage.filename(n) as file, storage.extension(n) as ext
      from unnest(array['a/b/c.tar.gz', 'plain']) n`)
    expect(rows).toEqual([
      { folders: ['a', 'b'], file: 'c.tar.gz', ext: 'gz' },
      { folders: [], file: 'plain', ext: '' },
    ])
  })
})
