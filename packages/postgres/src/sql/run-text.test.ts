import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelBackend } from './cancel.ts'
import { runText } from './run-text.ts'
import { textResultStream } from './text-result-stream.ts'
import { loadTypeNames } from './type-names.ts'
import { activity } from '#postgres/introspect/server.ts'
import { testServer, type TestServer, patient } from '#test/database.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server[Symbol.asyncDispose]())

async function owner(): Promise<pg.Client & AsyncDisposable> {
  return server.connect('postgres', await server.createDatabase())
}

/** What the sessions of others are running. */
async function running(): Promise<string[]> {
  await using monitor = await server.connect('plinth_monitor')
  return (await activity(monitor))
    .filter(({ state }) => state === 'active')
    .map(({ query }) => query)
}

async function parsed(stream: ReadableStream<Uint8Array>): Promise<unknown> {
  return new Response(stream).json()
}

test('values stay the texts PostgreSQL writes, and types have names', async () => {
  await using client = await owner()
  await client.query(`create type mood as enum ('sad'); create table t (id bigint, m mood)`)
  const typeNames = await loadTypeNames(client)
  const result = await runText(
    client,
    `select 9007199254740993::int8 as big, 1.50::numeric as n, '{1,NULL}'::int[] as list,
            null::jsonb as nothing, 'sad'::mood as mood, '😀"\n' as "a ""name"""`,
    { typeNames },
  )
  expect(result.error).toBeNull()
  expect(result.statements[0]?.rows).toEqual([
    ['9007199254740993', '1.50', '{1,NULL}', null, 'sad', '😀"\n'],
  ])
  expect(result.statements[0]?.columns.map(({ name, type }) => [name, type])).toEqual([
    ['big', 'int8'],
    ['n', 'numeric'],
    ['list', 'int4[]'],
    ['nothing', 'jsonb'],
    ['mood', 'mood'],
    ['a "name"', 'text'],
  ])
  const fromTable = await runText(client, 'select id, m from t')
  const [id, m] = fromTable.statements[0]?.columns ?? []
  expect([id?.columnNumber, m?.columnNumber]).toEqual([1, 2])
  expect(id?.tableId).toBeGreaterThan(16_000)
  expect(m?.type).toMatch(/^oid:\d+$/)
})

test('several statements answer one by one, with tags, counts and notices', async () => {
  await using client = await owner()
  const { statements, notices, error } = await runText(
    client,
    `create table t (a int);
     insert into t select generate_series(1, 3);
     do $$ begin raise notice 'hello' using hint = 'wave'; end $$;
     update t set a = a + 1 where a > 1 returning a;
     ;
     select a from t where false`,
  )
  expect(error).toBeNull()
  expect(statements.map(({ command, rowCount, rows }) => [command, rowCount, rows])).toEqual([
    ['CREATE TABLE', null, []],
    ['INSERT', 3, []],
    ['DO', null, []],
    ['UPDATE', 2, [['3'], ['4']]],
    ['SELECT', 0, []],
  ])
  expect(statements.every(({ durationMs }) => durationMs >= 0)).toBe(true)
  expect(notices).toEqual([
    { severity: 'NOTICE', sqlstate: '00000', message: 'hello', detail: null, hint: 'wave' },
  ])
})

test('an error keeps what came before and says where it is', async () => {
  await using client = await owner()
  const sql = `select '😀'; select 1 from generate_series(1, 2); select nope from pg_class; select 3`
  const { statements, error } = await runText(client, sql)
  expect(statements.map(({ rowCount }) => rowCount)).toEqual([1, 2])
  expect(error).toMatchObject({
    statementIndex: 2,
    sqlstate: '42703',
    message: 'column "nope" does not exist',
    position: sql.indexOf('nope'),
  })
  expect((await runText(client, 'select 1')).error, 'the client is free again').toBeNull()
  expect((await client.query('select 1 as one')).rows, 'for pg itself, too').toEqual([{ one: 1 }])
})

test('an error amid rows ends that statement as truncated', async () => {
  await using client = await owner()
  const { statements, error } = await runText(
    client,
    'select 10 / (3 - i) from generate_series(1, 5) i',
  )
  expect(error).toMatchObject({ statementIndex: 0, sqlstate: '22012' })
  expect(statements).toMatchObject([{ command: '', truncated: true, rows: [['5'], ['10']] }])
})

test('constraint failures name their parts', async () => {
  await using client = await owner()
  await client.query('create table t (a int constraint positive check (a > 0))')
  const { error } = await runText(client, 'insert into t values (-1)')
  expect(error).toMatchObject({
    sqlstate: '23514',
    schema: 'public',
    table: 't',
    constraint: 'positive',
    detail: 'Failing row contains (-1).',
  })
})

test('copy has no input here, and its output is no row', async () => {
  await using client = await owner()
  await client.query('create table t (a int)')
  expect((await runText(client, 'copy t from stdin')).error?.sqlstate).toBe('57014')
  const { statements, error } = await runText(client, 'copy (select 1) to stdout; select 2')
  expect(error).toBeNull()
  expect(statements.map(({ command, rows }) => [command, rows])).toEqual([
    ['COPY', []],
    ['SELECT', [['2']]],
  ])
})

test('a cap cancels a plain read and goes on with the next', async () => {
  await using client = await owner()
  const started = performance.now()
  const { statements, error, notices } = await runText(
    client,
    'select a from generate_series(1, 20000) a, generate_series(1, 20000) b; select 2; select 3 from generate_series(1, 9)',
    { maxRows: 3 },
  )
  expect(performance.now() - started, 'it did not count to the end').toBeLessThan(5_000)
  expect(error).toBeNull()
  expect(statements.map(({ rows, truncated }) => [rows.length, truncated])).toEqual([
    [3, true],
    [1, false],
    [3, true],
  ])
  expect(notices.at(-1)?.message).toContain('cancelled at the limit')
})

test('a cap never undoes a write', async () => {
  await using client = await owner()
  await client.query('create table t (a int)')
  const { statements, error } = await runText(
    client,
    // wide enough that a cancel would come while it is still sending
    `insert into t select generate_series(1, 20000) returning repeat('x', 2000); select * from t`,
    { maxRows: 2 },
  )
  expect(error).toBeNull()
  expect(
    statements.map(({ rows, rowCount, truncated }) => [rows.length, rowCount, truncated]),
  ).toEqual([
    [2, 20_000, true],
    [2, 20_000, true],
  ])
  expect((await client.query('select count(*)::int as n from t')).rows).toEqual([{ n: 20_000 }])

  // nor one that an open transaction holds
  await client.query('begin; delete from t where a = 1')
  await runText(client, 'select * from t', { maxRows: 2 })
  await client.query('commit')
  expect((await client.query('select count(*)::int as n from t')).rows).toEqual([{ n: 19_999 }])
})

test('bytes are capped over all statements together', async () => {
  await using client = await owner()
  const { statements } = await runText(
    client,
    `select repeat('x', 1000) from generate_series(1, 5); select repeat('y', 1000)`,
    { maxBytes: 3100 },
  )
  expect(statements.map(({ rows, truncated }) => [rows.length, truncated])).toEqual([
    [3, true],
    [0, true],
  ])
})

test('an abort stops the backend, not just the waiting', async () => {
  await using client = await owner()
  const abort = new AbortController()
  const sql = 'select 1; select pg_sleep(60)'
  const pending = runText(client, sql, { signal: abort.signal })
  await expect.poll(running, patient).toContain(sql)
  abort.abort()
  const { error, statements } = await pending
  expect(error).toMatchObject({ sqlstate: '57014', statementIndex: 1 })
  expect(statements[0]?.rows).toEqual([['1']])
  expect(await running()).not.toContain(sql)
  expect((await runText(client, sql, { signal: abort.signal })).error?.sqlstate).toBe('57014')
})

test('cancelBackend ends what a client is doing', async () => {
  await using client = await owner()
  const outcome = client.query('select pg_sleep(60)').catch((error: unknown) => error)
  await expect.poll(running, patient).toContain('select pg_sleep(60)')
  await cancelBackend(client)
  expect(await outcome).toMatchObject({ code: '57014' })
})

test('a server that goes away is an error like others', async () => {
  await using client = await owner()
  const pending = runText(client, 'select 1; select pg_sleep(60)')
  await expect.poll(running, patient).toContain('select 1; select pg_sleep(60)')
  await using admin = await server.admin()
  await admin.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where query ~ '^select 1; '`,
  )
  const { error, statements } = await pending
  expect(error).toMatchObject({ severity: 'FATAL', sqlstate: '57P01' })
  expect(statements).toHaveLength(1)
  expect((await runText(client, 'select 1')).error?.sqlstate).toBe('08006')
})

test('the stream is one JSON document', async () => {
  await using client = await owner()
  const stream = textResultStream(
    client,
    `select 1 as a, null as b; select 'x"' from generate_series(1, 2); nope`,
  )
  expect(await parsed(stream)).toMatchObject({ statements: [], error: { sqlstate: '42601' } })
  const good = textResultStream(
    client,
    `select 1 as a, null as b; select 'x"' from generate_series(1, 2)`,
  )
  expect(await parsed(good)).toMatchObject({
    statements: [
      {
        columns: [
          { name: 'a', type: 'int4', typeOid: 23 },
          { name: 'b', type: 'text', typeOid: 25 },
        ],
        rows: [['1', null]],
        command: 'SELECT',
        rowCount: 1,
        truncated: false,
      },
      { rows: [['x"'], ['x"']], rowCount: 2 },
    ],
    notices: [],
    error: null,
  })
})

test('a slow reader slows the server down', async () => {
  await using client = await owner()
  const stream = textResultStream(
    client,
    `select repeat('x', 1000) from generate_series(1, 100000)`,
  )
  const reader = stream.getReader()
  await reader.read()
  const before = client.connection.stream as unknown as { bytesRead: number } // a socket, as every one of ours
  await new Promise((resolve) => setTimeout(resolve, 300)) // nothing is to happen, and that takes time
  expect(before.bytesRead, 'of 100 MB').toBeLessThan(5_000_000)
  let bytes = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    bytes += value.length
  }
  expect(bytes).toBeGreaterThan(99_000_000)
})

test('a reader that leaves stops the statement and frees the client', async () => {
  await using client = await owner()
  const sql = 'select a from generate_series(1, 20000) a, generate_series(1, 20000) b'
  const reader = textResultStream(client, sql).getReader()
  await reader.read()
  await reader.cancel()
  expect(await running()).not.toContain(sql)
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
