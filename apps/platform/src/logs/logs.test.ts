import { LOG_RETENTION_DAYS } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomRef } from '#app/base/random.ts'
import { type TestApp, testApp } from '#test/harness.ts'
import { logAsker } from './ask.ts'
import { connectLogDatabase } from './database.ts'
import { createLogs, type Kept } from './logs.ts'

let t: TestApp
let pool: ReturnType<typeof connectLogDatabase>
const ref = randomRef()
const DAY_MS = 24 * 60 * 60_000

beforeAll(async () => {
  t = await testApp()
  pool = connectLogDatabase({ connection: t.database.connection, onError: () => undefined })
})
afterAll(async () => {
  await pool.end()
  await t[Symbol.asyncDispose]()
})

const row = (event_message: string, at = Date.now()) => ({ project_ref: ref, at, event_message })
const messages = async (collection = 'edge_logs') =>
  (
    await pool.query<{ event_message: string }>(
      `select event_message from logs.${collection} where project_ref = $1 order by id`,
      [ref],
    )
  ).rows.map(({ event_message: message }) => message)

function store(limits: { rows: number; bytes: number }, kept?: () => Promise<readonly Kept[]>) {
  const { log, clock, secrets } = t.deps
  const asker = logAsker({ pool, connection: t.database.connection, secrets })
  return createLogs({ pool, readPool: pool, asker, log, clock, limits, kept })
}

test('what comes on top of a full queue is lost, counted, and the count can be read', async () => {
  const logs = store({ rows: 6, bytes: 1024 * 1024 })
  const many = ['a', 'b', 'c', 'd', 'e'].map((message) => row(message))
  logs.write('edge_logs', many)
  logs.write('postgres_logs', [row('f')])
  // half of it is for the others
  const other = randomRef()
  logs.write('edge_logs', [{ ...row('of another'), project_ref: other }])
  await logs.close()
  expect(await messages()).toEqual(['a', 'b', 'c'])
  const others = await pool.query('select 1 from logs.edge_logs where project_ref = $1', [other])
  expect(others.rowCount).toBe(1)
  const losses = await pool.query(
    'select collection, lost_rows from logs.losses where project_ref = $1 order by collection',
    [ref],
  )
  expect(losses.rows).toEqual([
    { collection: 'edge_logs', lost_rows: 2 },
    { collection: 'postgres_logs', lost_rows: 1 },
  ])
  expect(t.logged.join('')).toContain('log rows were lost')
})

test('the queue is bounded in bytes, too', async () => {
  const logs = store({ rows: 100, bytes: 4_000 })
  logs.write('function_logs', [row('x'.repeat(1_500)), row('y'.repeat(1_500)), row('small')])
  await logs.close()
  expect((await messages('function_logs')).map((message) => message.length)).toEqual([1_500, 5])
})

test('rows are written by closing, whatever is in them', async () => {
  const logs = store({ rows: 100, bytes: 1024 * 1024 })
  const odd =
    'nul \u0000, quote \' ", backslash \\, \\u0000 \\\\u0000 spelled out, 密码 😀, half \ud800'
  logs.write('postgrest_logs', [row(odd), row('after')])
  await logs.close()
  expect(await messages('postgrest_logs')).toEqual([
    odd.replace('\u0000', '\ufffd').replace('\ud800', '\ufffd'),
    'after',
  ])
})

test('a row that does not fit is lost alone', async () => {
  const logs = store({ rows: 100, bytes: 1024 * 1024 })
  const bad = { ...row('too large'), version: 2 ** 40 }
  logs.write('function_edge_logs', [row('before'), bad, row('behind'), row('last')])
  await logs.close()
  expect(await messages('function_edge_logs')).toEqual(['before', 'behind', 'last'])
})

test('rows wait while the database is away', async () => {
  const logs = store({ rows: 100, bytes: 1024 * 1024 })
  await pool.query('alter table logs.function_logs rename to away')
  logs.write('function_logs', [row('waited')])
  await logs.flush()
  await pool.query('alter table logs.away rename to function_logs')
  await logs.close()
  expect(await messages('function_logs')).toContain('waited')
})

test('a day that another platform dropped is made again', async () => {
  const logs = store({ rows: 100, bytes: 1024 * 1024 })
  const at = Date.now() - 2 * DAY_MS
  logs.write('postgrest_logs', [row('first', at)])
  await logs.flush()
  const day = new Date(at).toISOString().slice(0, 10).replaceAll('-', '')
  await pool.query(`drop table logs_days.postgrest_logs_${day}`)
  logs.write('postgrest_logs', [row('second', at), row('third', at)])
  await logs.close()
  expect((await messages('postgrest_logs')).slice(-2)).toEqual(['second', 'third'])
})

test('days are there before they begin, and go when no plan keeps them', async () => {
  const logs = store({ rows: 100, bytes: 1024 * 1024 })
  const days = async () =>
    (
      await pool.query<{ day: string }>(
        `select distinct right(relname, 8) as day from pg_class
          where relnamespace = 'logs_days'::regnamespace and relkind = 'r' order by day`,
      )
    ).rows.map(({ day }) => day)
  const nameOf = (ms: number) => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')
  const now = Date.now()
  logs.write('edge_logs', [
    row('week', now - 7 * DAY_MS),
    // of no day that is kept
    row('ancient', now - 400 * DAY_MS),
    row('future', now + 40 * DAY_MS),
  ])
  await logs.flush()
  expect(await messages()).toEqual(['a', 'b', 'c', 'week'])
  await logs.sweep()
  const made = await days()
  expect(made).toContain(nameOf(now + 2 * DAY_MS))
  expect(made).toContain(nameOf(now - 7 * DAY_MS))
  expect(made).not.toContain(nameOf(now - 400 * DAY_MS))

  t.time.aheadMs = LOG_RETENTION_DAYS.enterprise * DAY_MS
  await logs.sweep()
  expect(await days()).not.toContain(nameOf(now - 7 * DAY_MS))
  expect(await days()).toContain(nameOf(now + DAY_MS))
  expect(await messages()).toEqual(['a', 'b', 'c'])
  t.time.aheadMs = 0
  await logs.close()
})

test('a plan that keeps less lets go of its rows before the day goes', async () => {
  const [short, long] = [randomRef(), randomRef()]
  const kept: Kept[] = [
    { days: 1, refs: [short] },
    { days: 7, refs: [long] },
  ]
  const logs = store({ rows: 100, bytes: 1024 * 1024 }, async () => kept)
  const at = Date.now() - 3 * DAY_MS
  logs.write('edge_logs', [
    { project_ref: short, at },
    { project_ref: long, at },
    { project_ref: short, at: Date.now() },
  ])
  await logs.flush()
  await logs.sweep()
  const left = async () =>
    (
      await pool.query<{ project_ref: string }>(
        'select project_ref from logs.edge_logs where project_ref = any ($1) order by "timestamp"',
        [[short, long]],
      )
    ).rows.map(({ project_ref }) => project_ref)
  expect(await left()).toEqual([long, short])
  kept.pop()
  await logs.sweep()
  expect(await left()).toEqual([short])
  await logs.close()
})
