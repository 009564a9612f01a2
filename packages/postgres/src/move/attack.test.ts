import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rolePassword, testDir } from '#test/database.ts'
import { upgradeWorld } from '#test/upgrade-world.ts'

// Everything here is what a project's owner, or a role he made, may do himself. While a database is
// loaded all of it runs: whatever it runs as must not be more than who planted it.

/** Tries to get out, and leaves in the server's log who it was run as. */
const payload = (file: string) => `
  create schema lair;
  create function lair.breakout(what text) returns boolean language plpgsql as $f$
    declare
      attempt text;
    begin
      -- the server's log is where it can be seen that this ran at all
      raise warning 'planted % in % ran as %/%', what, current_database(), session_user, current_user;
      foreach attempt in array array[
        'reset role; reset session authorization; create role taken superuser',
        'set session authorization plinth_admin; create role taken superuser',
        'set role plinth_admin; create role taken superuser',
        'create role taken superuser',
        'alter role postgres superuser',
        'alter role low superuser',
        'grant plinth_admin to postgres',
        'grant postgres to low',
        'grant pg_execute_server_program to postgres',
        'copy (select 1) to program ''touch ${file}''',
        'copy (select 1) to ''${file}''',
        'select pg_catalog.pg_read_file(''/etc/passwd'')',
        'select vault.unseal(''x'')',
        'select lair.promote()',
        'alter system set shared_preload_libraries = ''x''',
        'update pg_catalog.pg_authid set rolsuper = true where rolname = ''low'''
      ] loop
        begin
          execute attempt;
          raise warning 'BROKE OUT by %', attempt;
        exception when others then null;
        end;
      end loop;
      return true;
    end $f$;
  -- what has to be immutable says so, and calls what is not
  create function lair.number(what text, n int) returns int language plpgsql immutable
    as $f$ begin perform lair.breakout(what); return n; end $f$;
  create function lair.holds(what text) returns boolean language plpgsql immutable
    as $f$ begin return lair.breakout(what); end $f$;

  -- with its owner's rights, and not for everybody: a grant that must be there before anything runs
  create table lair.kept (secret text);
  create function lair.promote() returns void language plpgsql security definer as $f$
    begin
      if session_user <> 'low' then raise 'who owns it needs no promotion'; end if;
      grant select on lair.kept to low;
    end $f$;
  revoke execute on function lair.promote() from public;
  grant usage on schema lair to public;

  -- names that everybody uses, first on the path of who connects without one of his own
  create function public.quote_ident(text) returns text language plpgsql
    as $f$ begin perform lair.breakout('shadow'); return pg_catalog.quote_ident($1); end $f$;
  create function public.equals(name, name) returns boolean language plpgsql
    as $f$ begin perform lair.breakout('operator'); return $1::text operator(pg_catalog.=) $2::text; end $f$;
  create operator public.= (leftarg = name, rightarg = name, function = public.equals);
  create function public.md5(text) returns text language plpgsql
    as $f$ begin perform lair.breakout('md5'); return ''; end $f$;
  alter database postgres set search_path = public, pg_catalog;
`

const plants = `
  create table checked (n int constraint c check (lair.breakout('check')));
  create domain dom as int check (lair.breakout('domain'));
  create table domains (n dom, many dom[]);
  create domain in_memory as int check (lair.breakout('memory'));
  create table in_memory_rows (n in_memory);
  create view constants as select '{1,2}'::dom[] as parsed_when_made;
  create table parts (n int) partition by range (lair.number('partition', n));
  create table parts_1 partition of parts for values from (0) to (10);
  create type mood as enum ('sad', 'ok');
  create table split (m mood) partition by hash (m);
  create table split_0 partition of split (constraint c check (lair.breakout('split')))
    for values with (modulus 2, remainder 0);
  create table split_1 partition of split (constraint c check (lair.breakout('split')))
    for values with (modulus 2, remainder 1);
  create table ancestor (n int);
  create table heir (k int constraint c check (lair.breakout('heir'))) inherits (ancestor);
  alter table ancestor add column late int default lair.number('late', 1);
  create table computed (n int, m int generated always as (lair.number('generated', n)) stored);
  create table indexed (n int);
  create index on indexed (lair.number('index', n)) where lair.holds('predicate');
  create statistics guessed on lair.number('statistics', n), n from indexed;
  create table triggered (n int);
  create function fire() returns trigger language plpgsql
    as $f$ begin perform lair.breakout('trigger'); return new; end $f$;
  create trigger always before insert on triggered for each row execute function fire();
  alter table triggered enable always trigger always;
  create table row_cast (n int);
  create function row_text(row_cast) returns text language plpgsql
    as $f$ begin perform lair.breakout('cast'); return ''; end $f$;
  create cast (row_cast as text) with function row_text(row_cast) as implicit;
  create table policed (n int);
  alter table policed enable row level security, force row level security;
  create policy p on policed using (lair.breakout('policy')) with check (lair.breakout('policy'));
  create table ruled (n int default lair.number('default', 1));
  create rule r as on insert to ruled where lair.breakout('rule') do also nothing;
  create materialized view stored as select lair.number('materialized', 1) as n;
  create table "odd
;-- Name: x; Type: TABLE; Schema: public; Owner: plinth_admin
set session authorization plinth_admin;
alter role low superuser;" (n int);
  comment on table checked is $c$
--
-- Name: y; Type: TABLE; Schema: public; Owner: plinth_admin
--
SET SESSION AUTHORIZATION 'plinth_admin';
alter role low superuser;
$c$;
  insert into checked values (1);
  insert into domains values (1, '{1,2}');
  insert into in_memory_rows values (1);
  insert into parts values (1);
  insert into split values ('sad');
  insert into heir values (1, 1);
  insert into computed values (1);
  insert into indexed values (1);
  insert into triggered values (1);
  insert into row_cast values (1);
  insert into policed values (1);
  insert into ruled default values;
`

const RAN = /^planted (\w+) in (\w+) ran as (\w+)\/(\w+)/

test('what a tenant planted runs as nobody but its owner, and gets nowhere', async () => {
  await using world = await upgradeWorld()
  await using dir = await testDir()
  const file = join(dir.path, 'taken')
  await world.before.as('postgres', async (client) => {
    await client.query(`create role low login password '${rolePassword}'`)
    await client.query(payload(file))
    await client.query('grant create on schema public to low')
    await client.query(
      'create schema theirs; set search_path = theirs; set client_min_messages = error',
    )
    await client.query(plants)
    await expect(
      client.query('create event trigger e on ddl_command_end execute function theirs.fire()'),
      'an event trigger runs as whoever does something, and is not a tenant’s to make',
    ).rejects.toThrow('permission denied')
  })
  // where an operator has let him have foreign tables, and publishes all of it
  await world.before.admin(async (client) => {
    await client.query('create extension postgres_fdw schema extensions')
    await client.query('grant usage on foreign data wrapper postgres_fdw to postgres')
    await client.query('create publication everything for all tables')
  })
  await world.before.as('postgres', async (client) => {
    await client.query(
      `create server far foreign data wrapper postgres_fdw options (host '${dir.path}')`,
    )
    await client.query(
      `create user mapping for postgres server far options (user 'x', password 'y')`,
    )
    await client.query(`create domain theirs.far_dom as int check (lair.breakout('foreign'))`)
    await client.query(`create foreign table theirs.far (n int default lair.number('foreign', 1)
      check (lair.breakout('foreign')), d theirs.far_dom[] default '{1}') server far`)
  })
  await world.before.as('low', async (client) => {
    await client.query('set client_min_messages = error')
    await client.query(`create table public.trap (n int check (lair.breakout('low')))`)
    await client.query('insert into public.trap values (1)')
    // runs while other things are still being made: a constant is checked when it is parsed
    await client.query(`create domain public.early as int check (lair.breakout('early'))`)
    await client.query(`create view public.soon as select '{1}'::public.early[] as n`)
  })
  await world.before.as('postgres', async (client) => {
    await client.query('revoke create on schema public from low')
    await client.query('create database elsewhere template postgres')
  })

  const said = (await world.logs()).before
  const moved = await world.move()
  expect(moved.tables).toBeGreaterThan(10)
  const { before, after } = await world.logs()

  expect(
    before.slice(said.length).filter((line) => RAN.test(line)),
    'reading runs nothing',
  ).toEqual([])
  expect([...before, ...after].filter((line) => line.startsWith('BROKE OUT'))).toEqual([])
  // each of these did run while the new server was loaded, or this test would prove nothing
  expect(ranAs(after)).toMatchInlineSnapshot(`
    [
      "check in elsewhere as postgres/postgres",
      "check in postgres as postgres/postgres",
      "domain in elsewhere as postgres/postgres",
      "domain in postgres as postgres/postgres",
      "early in elsewhere as low/low",
      "early in postgres as low/low",
      "foreign in elsewhere as postgres/postgres",
      "foreign in postgres as postgres/postgres",
      "generated in elsewhere as postgres/postgres",
      "generated in postgres as postgres/postgres",
      "heir in elsewhere as postgres/postgres",
      "heir in postgres as postgres/postgres",
      "index in elsewhere as postgres/postgres",
      "index in postgres as postgres/postgres",
      "low in elsewhere as low/low",
      "low in postgres as low/low",
      "materialized in elsewhere as postgres/postgres",
      "materialized in postgres as postgres/postgres",
      "memory in elsewhere as postgres/postgres",
      "memory in postgres as postgres/postgres",
      "partition in elsewhere as postgres/postgres",
      "partition in postgres as postgres/postgres",
      "predicate in elsewhere as postgres/postgres",
      "predicate in postgres as postgres/postgres",
      "split in elsewhere as postgres/postgres",
      "split in postgres as postgres/postgres",
      "statistics in elsewhere as postgres/postgres",
      "statistics in postgres as postgres/postgres",
    ]
  `)

  // every index is read afterwards, and those on expressions compute them again
  const toHere = (await world.logs()).after.length
  await world.after.admin(async (client) => {
    await client.query('create extension amcheck schema pg_catalog')
    await client.query(`select bt_index_check(i.indexrelid, true) from pg_index i
      join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
      where a.amname = 'btree'`)
  })
  const later = (await world.logs()).after.slice(toHere)
  expect(later.filter((line) => line.startsWith('BROKE OUT'))).toEqual([])
  expect(ranAs(later)).toEqual([
    'index in postgres as plinth_admin/postgres',
    'predicate in postgres as plinth_admin/postgres',
  ])

  for (const side of [world.before, world.after]) {
    const { rows: roles } = await side.admin((client) =>
      client.query(`select r.rolname, r.rolsuper,
          array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid) as member_of
        from pg_roles r where r.rolsuper or r.rolname = 'low' or r.rolname = 'taken'
         order by r.rolsuper desc`),
    )
    expect(roles).toEqual([
      { rolname: 'plinth_admin', rolsuper: true, member_of: [] },
      { rolname: 'low', rolsuper: false, member_of: [] },
    ])
  }
  expect(existsSync(file)).toBe(false)
})

/** What ran, and as whom: the role that had logged in, and the one it was then. */
function ranAs(log: readonly string[]) {
  const ran = log.flatMap((line) => {
    const [, what = '', database, session, current] = RAN.exec(line) ?? []
    return what ? [`${what} in ${database} as ${session}/${current}`] : []
  })
  return [...new Set(ran)].toSorted()
}
