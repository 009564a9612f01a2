import { randomUUID } from 'node:crypto'
import type { LogQueryAnswer, LogRow } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersOf } from '#test/answers.ts'
import { type TestApp, testApp } from '#test/harness.ts'
import { controlRouter } from '#test/control-router.ts'
import { logHandlers } from './handlers.ts'

let t: TestApp
let cast: Awaited<ReturnType<TestApp['cast']>>
let mine: { ref: string }
let theirs: { ref: string }

const HOUR_MS = 60 * 60_000

beforeAll(async () => {
  t = await testApp({ router: (parts) => ({ ...controlRouter(parts), logs: logHandlers(parts) }) })
  cast = await t.cast()
  mine = await t.makeProject(cast.organization)
  theirs = await t.makeProject(cast.elsewhere)
  request(mine.ref, { path: '/mine', status_code: 200 })
  request(mine.ref, { path: '/mine/broken', status_code: 500, method: 'POST' })
  request(mine.ref, { path: '/mine/refused', status_code: 401, ago: 5 * 60_000 })
  request(mine.ref, { path: '/mine/old', status_code: 200, ago: 2 * HOUR_MS })
  request(mine.ref, { path: '/mine/ancient', status_code: 200, ago: 30 * HOUR_MS })
  request(theirs.ref, { path: '/theirs', status_code: 200 })
  t.deps.logs.write('postgres_logs', [
    {
      project_ref: mine.ref,
      at: Date.now(),
      event_message: 'relation "nothing" does not exist',
      error_severity: 'ERROR',
      sql_state_code: '42P01',
      metadata: { line: 3 },
    },
  ])
  await t.deps.logs.flush()
})
afterAll(() => t[Symbol.asyncDispose]())

type Made = { path: string; status_code: number; method?: string; ago?: number }
function request(ref: string, { ago = 1_000, method = 'GET', ...rest }: Made) {
  const entry = { project_ref: ref, at: Date.now() - ago, request_id: randomUUID() }
  const message = `${method} ${rest.status_code} ${rest.path}`
  t.deps.logs.write('edge_logs', [{ ...entry, method, event_message: message, ...rest }])
}

const urlOf = (ref: string, sql: string, range: Record<string, string> = {}) =>
  `/platform/projects/${ref}/analytics/endpoints/logs.all?${new URLSearchParams({ sql, ...range }).toString()}`
async function ask(sql: string, range?: Record<string, string>) {
  const answer = await t.call<LogQueryAnswer>('GET', urlOf(mine.ref, sql, range), {
    as: cast.as.member,
  })
  return answer.body
}
const paths = (answer: LogQueryAnswer) => answer.result.map(({ path }) => String(path)).toSorted()
const refused = async (sql: string) => (await ask(sql)).error?.message

test('every call answers for member, stranger, nobody and a bad body', async () => {
  const base = `/platform/projects/${mine.ref}`
  const histogram = `${base}/logs/edge_logs/histogram`
  const range = 'start=2026-01-01T00:00:00Z&end=2026-01-02T00:00:00Z'
  expect(
    await answersOf(t.call, cast.as, [
      { method: 'GET', path: urlOf(mine.ref, 'select 1') },
      { method: 'GET', path: `${base}/analytics/endpoints/logs.all?sql=%20` },
      { method: 'GET', path: `${base}/logs` },
      { method: 'GET', path: `${base}/logs/edge_logs` },
      { method: 'GET', path: `${base}/logs/no_logs` },
      { method: 'GET', path: `${base}/logs/edge_logs?before=x` },
      { method: 'GET', path: `${histogram}?${range}` },
      { method: 'GET', path: histogram },
    ]),
  ).toMatchInlineSnapshot(`
    {
      "GET /platform/projects/…/analytics/endpoints/logs.all?sql=%20": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 422 BAD_INPUT",
      "GET /platform/projects/…/analytics/endpoints/logs.all?sql=select+1": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /platform/projects/…/logs": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /platform/projects/…/logs/edge_logs": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /platform/projects/…/logs/edge_logs/histogram": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 422 BAD_INPUT",
      "GET /platform/projects/…/logs/edge_logs/histogram?start=2026-01-01T00:00:00Z&end=2026-01-02T00:00:00Z": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /platform/projects/…/logs/edge_logs?before=x": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 422 BAD_INPUT",
      "GET /platform/projects/…/logs/no_logs": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 422 BAD_INPUT",
    }
  `)
})

test('SQL sees the last hour of this project, or the range it is given', async () => {
  const sql = 'select path, status_code from edge_logs'
  const answer = await ask(sql)
  expect(answer).toMatchObject({ error: null, truncated: false })
  expect(answer.columns).toEqual([
    { name: 'path', type: 'text' },
    { name: 'status_code', type: 'int4' },
  ])
  expect(paths(answer)).toEqual(['/mine', '/mine/broken', '/mine/refused'])

  const start = new Date(Date.now() - 3 * HOUR_MS).toISOString()
  expect(paths(await ask(sql, { iso_timestamp_start: start }))).toContain('/mine/old')
  const end = new Date(Date.now() - HOUR_MS).toISOString()
  const then = await ask(sql, { iso_timestamp_start: start, iso_timestamp_end: end })
  expect(paths(then)).toEqual(['/mine/old'])
  // a free plan keeps a day, whatever is asked
  const all = await ask(sql, { iso_timestamp_start: '2020-01-01T00:00:00Z' })
  expect(paths(all)).toEqual(['/mine', '/mine/broken', '/mine/old', '/mine/refused'])
})

test('values are JSON of their kind', async () => {
  const { result } = await ask(
    `select count(*) as n, count(*), 9007199254740993 as big, 1.50 as price, true as yes, null as none,
            '{"a": [1]}'::jsonb as doc, timestamptz '2026-01-02 03:04:05.678+00' as at, 'x' as text
       from edge_logs`,
  )
  expect(result).toEqual([
    {
      n: 3,
      count: 3,
      big: '9007199254740993',
      price: 1.5,
      yes: true,
      none: null,
      doc: { a: [1] },
      at: '2026-01-02T03:04:05.678Z',
      text: 'x',
    },
  ])
  const twice = await ask('select count(*), count(*) from postgres_logs')
  expect(twice.result).toEqual([{ count: 1, count_2: 1 }])
})

test('the two errors of the dialect, and no others that look like them', async () => {
  const docs = `http://plinth.test/project/${mine.ref}/logs/explorer?help=`
  const wants = { message: 'The parser does not yet support WITH and subquery statements.' }
  for (const sql of [
    'with a as (select 1) select * from a',
    'select * from (select path from edge_logs) e',
    'select 1 where exists (select 1)',
  ]) {
    expect((await ask(sql)).error).toMatchObject({
      ...wants,
      docs_url: `${docs}with-and-subqueries`,
    })
  }
  expect((await ask("select path from edge_logs where path ilike '%x%'")).error).toMatchObject({
    message: 'BigQuery does not support ILIKE. Use REGEXP_CONTAINS instead.',
    docs_url: `${docs}ilike`,
  })
  // its advice works
  const found = await ask("select path from edge_logs where REGEXP_CONTAINS(path, '(?i)BROK')")
  expect(paths(found)).toEqual(['/mine/broken'])
  expect((await ask("select 'with x as (select) ilike' as a")).error).toBeNull()
})

test('what a text gets wrong is told with its place', async () => {
  expect((await ask("select 'ü', nothing from edge_logs")).error).toMatchObject({
    message: 'column "nothing" does not exist',
    sqlstate: '42703',
    position: 12,
  })
  expect((await ask('selec 1')).error).toMatchObject({ sqlstate: '42601', position: 0 })
  expect(await refused('select 1; select 2')).toMatch(/single SELECT/)
  expect(await refused('delete from edge_logs')).toMatch(/single SELECT/)
})

test('collections by page, narrowed, and what came since', async () => {
  type Page = { rows: LogRow[]; has_older: boolean; lost_rows: number }
  const page = async (query: string, collection = 'edge_logs') => {
    const url = `/platform/projects/${mine.ref}/logs/${collection}?${query}`
    return (await t.call<Page>('GET', url, { as: cast.as.member })).body
  }
  const seen = async (query: string, collection?: string) =>
    (await page(query, collection)).rows.map((row) => row['path'] ?? row.event_message)

  expect(await seen('')).toEqual(['/mine/broken', '/mine', '/mine/refused', '/mine/old'])
  expect(await seen('status=4xx,5xx')).toEqual(['/mine/broken', '/mine/refused'])
  expect(await seen('level=error')).toEqual(['/mine/broken'])
  expect(await seen('method=POST')).toEqual(['/mine/broken'])
  expect(await seen('search=REFUSED')).toEqual(['/mine/refused'])
  expect(await seen('search=%25')).toEqual([])
  expect(await seen('severity=ERROR', 'postgres_logs')).toEqual([
    'relation "nothing" does not exist',
  ])
  const { rows } = await page('')
  const last = rows[1]
  expect(await seen(`before=${encodeURIComponent(`${last?.timestamp},${last?.id}`)}`)).toEqual([
    '/mine/refused',
    '/mine/old',
  ])
  const newest = rows.map(({ id }) => Number(id)).reduce((a, b) => Math.max(a, b))
  expect(await seen(`after=${newest}`)).toEqual([])
  // what began before the newest row and ended after it is seen, too
  request(mine.ref, { path: '/mine/slow', status_code: 200, ago: 60_000 })
  await t.deps.logs.flush()
  expect(await seen(`after=${newest}`)).toEqual(['/mine/slow'])
})

test('a histogram has every piece of its range', async () => {
  const end = new Date()
  const range = { start: new Date(end.getTime() - HOUR_MS).toISOString(), end: end.toISOString() }
  const url = `/platform/projects/${mine.ref}/logs/edge_logs/histogram?${new URLSearchParams(range).toString()}`
  type Histogram = { step_seconds: number; bins: Record<'ok' | 'warning' | 'error', number>[] }
  const { body } = await t.call<Histogram>('GET', url, { as: cast.as.member })
  expect(body.step_seconds).toBe(60)
  expect([60, 61]).toContain(body.bins.length)
  const total = (level: 'ok' | 'warning' | 'error') =>
    body.bins.reduce((sum, bin) => sum + bin[level], 0)
  expect({ ok: total('ok'), warning: total('warning'), error: total('error') }).toEqual({
    ok: 2,
    warning: 1,
    error: 1,
  })
})
