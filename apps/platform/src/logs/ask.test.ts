import { randomBytes } from 'node:crypto'
import { type RowsRead, withClient } from '@plinth/postgres'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { secretBox } from '#app/base/secret-box.ts'
import { randomRef } from '#app/base/random.ts'
import { type TestApp, testApp } from '#test/harness.ts'
import { logAsker } from './ask.ts'
import { connectLogDatabase } from './database.ts'
import { openLogs } from './open.ts'

let t: TestApp
let pool: pg.Pool
const mine = randomRef()
const theirs = randomRef()
const DAY_MS = 24 * 60 * 60_000

beforeAll(async () => {
  t = await testApp()
  pool = connectLogDatabase({ connection: t.database.connection, onError: () => undefined })
  for (const ref of [mine, theirs]) {
    const row = { project_ref: ref, at: Date.now() - 1_000, event_message: `line of ${ref}` }
    t.deps.logs.write('edge_logs', [row, { ...row, at: Date.now() - 2 * DAY_MS }])
    t.deps.logs.write('postgres_logs', [row])
  }
  await t.deps.logs.flush()
})
afterAll(async () => {
  await pool.end()
  await t[Symbol.asyncDispose]()
})

const question = (sql: string, ref = mine) => ({
  ref,
  sql,
  start: new Date(Date.now() - DAY_MS / 24),
  end: new Date(Date.now() + 60_000),
  keepDays: 1,
})
// what the database itself allows: the parser of the control plane would refuse most of these before
const ask = (sql: string, ref?: string) => t.deps.logs.ask(question(sql, ref))
const linesOf = ({ rows }: RowsRead) => rows.map(([line]) => line)

test('each project reads its own rows, and no more of them than its range', async () => {
  const sql =
    'select event_message from edge_logs union all select event_message from postgres_logs'
  expect(linesOf(await ask(sql))).toEqual([`line of ${mine}`, `line of ${mine}`])
  expect(linesOf(await ask(sql, theirs))).toEqual([`line of ${theirs}`, `line of ${theirs}`])
  // a condition of the caller's that tells what it sees is asked about nobody else's rows
  const spy = `select count(*) from edge_logs where 1 / (case project_ref when '${mine}' then 1 else 0 end) = 1`
  expect(linesOf(await ask(spy))).toEqual(['1'])
})

test.each([
  // becoming somebody else
  ["select set_config('role', 'none', true)", '42501'],
  ["select set_config('plinth.range_start', '2000-01-01', true)", '42501'],
  ['set role plinth_admin', '42501'],
  ['set session authorization plinth_admin', '42501'],
  ['reset role; select 1', '42601'],
  ["select 1; select set_config('role', 'none', true)", '42601'],
  // other tables, other days, who reads what
  ['select * from public.users', '42501'],
  ['select * from public.projects', '42501'],
  ['select * from logs.readers', '42501'],
  ['select * from logs.cursors', '42501'],
  ['select * from logs.losses', '42501'],
  ["select * from query_to_xml('select * from logs.readers', true, true, '')", '42501'],
  // the catalogue and other people's sessions
  ['select * from pg_stat_activity', '42501'],
  ['select query from pg_stat_get_activity(null)', '42501'],
  ['select rolname from pg_roles', '42501'],
  ['select relname from pg_class', '42501'],
  ['select * from pg_stats', '42501'],
  ['select * from information_schema.tables', '42501'],
  ['select pg_database_size(current_database())', '42501'],
  // the machine
  ["select pg_read_file('/etc/passwd')", '42501'],
  ["select pg_ls_dir('/')", '42501'],
  ["select * from dblink('host=localhost', 'select 1') as a(b int)", '42883'],
  ["copy (select 1) to program 'id'", '42501'],
  ["copy (select 1) to '/tmp/plinth'", '42501'],
  ['select lo_create(0)', '42501'],
  ["select lo_import('/etc/passwd')", '42501'],
  // leaving something behind
  ["do $$ begin perform set_config('role', 'none', true); end $$", '42501'],
  ['create temp table a (b int)', '25006'],
  ['create function pg_temp.a() returns int language sql return 1', '25006'],
  ["insert into edge_logs (project_ref, timestamp) values ('a', now())", '25006'],
  ['delete from edge_logs', '25006'],
  ['select * from edge_logs for update', '25006'],
  ["select nextval('logs.ids')", '42501'],
  ['select pg_advisory_lock(1)', '42501'],
  ["select pg_notify('plinth_events', '{}')", '42501'],
  ['select pg_terminate_backend(pg_backend_pid())', '42501'],
  ['select pg_sleep(1)', '42501'],
  ['select logs.ensure_day(current_date)', '42501'],
])('%s', async (sql, code) => {
  await expect(ask(sql)).rejects.toMatchObject({ code })
})

test('nor would a session that writes get further', async () => {
  await ask('select 1')
  for (const sql of [
    "insert into edge_logs (project_ref, timestamp) values ('a', now())",
    'update edge_logs set path = null',
    'truncate edge_logs',
    'drop table edge_logs',
    'create temp table a (b int)',
    'create table a (b int)',
    'alter role session_user connection limit 1000',
  ]) {
    await expect(asReader(mine, sql)).rejects.toMatchObject({ code: '42501' })
  }
})

test('the days themselves cannot be read past the policy', async () => {
  const { rows } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relnamespace = 'logs_days'::regnamespace and relname like 'edge_logs%'`,
  )
  expect(rows.length).toBeGreaterThan(2)
  for (const { name } of rows) {
    await expect(ask(`select * from ${name}`)).rejects.toMatchObject({ code: '42501' })
  }
})

test('what a session sets ends with it', async () => {
  await ask('set statement_timeout = 0')
  await ask("set plinth.range_start = '2000-01-01'")
  expect(linesOf(await ask('show statement_timeout'))).toEqual(['15s'])
  expect(linesOf(await ask('select event_message from edge_logs'))).toHaveLength(1)
  // not even a range of its own making reaches further than the plan
  const { rows } = await asReader(mine, 'select event_message from edge_logs')
  expect(rows).toHaveLength(1)
})

test('a role that is mapped to no project reads nothing', async () => {
  const role = await readerOf(theirs)
  await pool.query('delete from logs.readers where project_ref = $1', [theirs])
  expect((await asReader(theirs, 'select * from edge_logs', role)).rows).toEqual([])
})

const limits = { rows: 10, bytes: 1024 * 1024, timeMs: 400, memoryBytes: 512 * 1024 * 1024 }
const within = (given: Partial<typeof limits>) =>
  logAsker({
    pool,
    connection: t.database.connection,
    secrets: t.deps.secrets,
    limits: { ...limits, ...given },
  })

test('a query that takes too long, too much, or answers too much is ended', async () => {
  const many = 'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b'
  await expect(within({}).ask(question(many))).rejects.toMatchObject({ code: '57014' })

  const endless = await within({}).ask(question('select generate_series(1, 1000000000000)'))
  expect(endless).toMatchObject({ truncated: true, rows: { length: 10 } })

  const wide = question("select repeat('x', 50000000)")
  await expect(within({ timeMs: 30_000 }).ask(wide)).rejects.toMatchObject({
    name: 'AnswerTooLong',
  })

  const hungry = question(
    "select cardinality(array_agg(repeat('x', 100000))) from generate_series(1, 100000)",
  )
  const bounded = within({ timeMs: 30_000, memoryBytes: 64 * 1024 * 1024 })
  await expect(bounded.ask(hungry)).rejects.toMatchObject({ name: 'TookTooMuch' })

  const left = () =>
    pool.query(
      `select pid from pg_stat_activity where application_name = 'plinth-log-query' and datname = current_database()`,
    )
  await expect.poll(async () => (await left()).rows).toEqual([])
})

test('a project cannot keep the others waiting', async () => {
  const slow = question(
    'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b',
  )
  const asker = within({})
  const running = [1, 2, 3].map(() => asker.ask(slow).catch((error: Error) => error.name))
  await expect(asker.ask(question('select 1'))).rejects.toMatchObject({ code: 'LOGS_BUSY' })
  expect(linesOf(await asker.ask(question('select 1', theirs)))).toEqual(['1'])
  await Promise.all(running)
})

test('a project that is gone leaves nothing', async () => {
  const gone = randomRef()
  t.deps.logs.write('edge_logs', [{ project_ref: gone, at: Date.now(), event_message: 'last' }])
  await t.deps.logs.flush()
  expect(linesOf(await ask('select event_message from edge_logs', gone))).toEqual(['last'])
  const role = await readerOf(gone)
  await t.deps.logs.forget(gone)
  const { rows } = await pool.query('select 1 from pg_roles where rolname = $1', [role])
  expect(rows).toEqual([])
  const kept = await pool.query('select 1 from logs.edge_logs where project_ref = $1', [gone])
  expect(kept.rows).toEqual([])
})

test("on a server of somebody else's the same holds, but for the catalogue", async () => {
  const name = `somebody_${randomRef()}`
  const login = { user: name, password: 'a password' }
  await pool.query(`create role ${name} login createrole password 'a password'`)
  await pool.query(`create database ${name} owner ${name}`)
  const connection = { ...t.database.connection, ...login, database: name }
  const logs = await openLogs({ ...t.deps, secrets: secretBox(randomBytes(32)), connection })
  logs.write('edge_logs', [
    { project_ref: mine, at: Date.now(), event_message: 'mine' },
    { project_ref: theirs, at: Date.now(), event_message: 'theirs' },
  ])
  await logs.flush()
  expect(linesOf(await logs.ask(question('select event_message from edge_logs')))).toEqual(['mine'])
  for (const sql of [
    'select * from logs.readers',
    "select set_config('role', 'none', true), query_to_xml('table logs.readers', true, true, '')",
    `set role ${name}`,
    "select pg_read_file('/etc/passwd')",
  ]) {
    await expect(logs.ask(question(sql))).rejects.toMatchObject({ code: '42501' })
  }
  const wide =
    "select set_config('plinth.range_start', '2000-01-01', true), project_ref from edge_logs"
  expect((await logs.ask(question(wide))).rows.map(([, ref]) => ref)).toEqual([mine])
  await logs.close()

  // without that right the logs are kept, and the question says what it wants
  await pool.query(`alter role ${name} nocreaterole`)
  const without = await openLogs({ ...t.deps, secrets: secretBox(randomBytes(32)), connection })
  await expect(without.ask(question('select 1'))).rejects.toMatchObject({
    message: expect.stringContaining('CREATEROLE'),
  })
  await without.close()
  await pool.query(`drop database ${name} with (force)`)
})

async function readerOf(ref: string): Promise<string> {
  const { rows } = await pool.query<{ role_name: string }>(
    'select role_name from logs.readers where project_ref = $1',
    [ref],
  )
  return rows[0]?.role_name ?? ''
}

/** As somebody who got hold of a reader's password would. */
async function asReader(ref: string, sql: string, user?: string) {
  const login = {
    user: user ?? (await readerOf(ref)),
    password: t.deps.secrets.hmac('log reader', ref),
  }
  const options = '-c plinth.range_start=2000-01-01 -c search_path=logs'
  return withClient({ ...t.database.connection, ...login, options }, (client) => client.query(sql))
}
