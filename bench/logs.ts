import { hkdfSync } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import autocannon from 'autocannon'
import pg from 'pg'
import { claimOwner } from '../e2e/accounts.ts'
import { type Api, apiOf, makeProject } from '../e2e/api.ts'
import { dataFolder, removeFolder, startPlatform } from '../e2e/platform.ts'
import { median, report, type Row, timed } from './lib.ts'

const ROUNDS = 5
const BATCH = 1_000
const BATCHES = 40
// a million of the project's, and those of others between them
const ALL_ROWS = 1_200_000
const LOAD_SECONDS = 3
const HOUR_MS = 60 * 60_000

const BY_STATUS = 'select status_code, count(*), avg(took_ms) from edge_logs group by status_code'
const BY_MINUTE =
  "select date_trunc('minute', timestamp) as minute, count(*) from edge_logs group by minute"
const NEWEST =
  'select timestamp, path, status_code from edge_logs order by timestamp desc limit 100'

/** The store of logs as its owner sees it: the password is made from the platform's key. */
async function connectStore(dataDir: string) {
  const key = Buffer.from(await readFile(join(dataDir, 'master.key'), 'utf8'), 'base64')
  const folder = join(dataDir, 'log-store')
  const file = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')
  const client = new pg.Client({
    host: join(folder, 'socket'),
    port: Number(file.split('\n')[3]),
    user: 'plinth_admin',
    database: 'postgres',
    password: Buffer.from(hkdfSync('sha256', key, '', 'derive logs', 32)).toString('base64url'),
  })
  await client.connect()
  return client
}

const rowsOf = (ref: string) =>
  JSON.stringify(
    Array.from({ length: BATCH }, (_, n) => ({
      project_ref: ref,
      at: Date.now() - n,
      event_message: `GET 200 /rest/v1/todos/${n}`,
      request_id: `7ba7e49b-fe28-472b-93fa-${String(n).padStart(12, '0')}`,
      service: 'rest',
      method: 'GET',
      path: `/todos/${n}`,
      search: 'select=*&order=id',
      status_code: 200,
      took_ms: 1.25,
      role: 'anon',
      key_role: 'anon',
      key_prefix: '3nI6uVNR',
      user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
      ip_address: '127.0.0.1',
    })),
  )

const NAMES = `request_id, service, method, path, search, status_code, took_ms, role, key_role,
  key_prefix, user_agent, ip_address, event_message`
const insertInto = (table: string) => `
  insert into ${table} (project_ref, "timestamp", ${NAMES})
  select project_ref, to_timestamp(at / 1000), ${NAMES}
    from json_to_recordset($1::json) as r(project_ref text, at float8, request_id text, service text,
      method text, path text, search text, status_code int, took_ms real, role text, key_role text,
      key_prefix text, user_agent text, ip_address text, event_message text)`

/** Writes batches into both tables in turns; the medians, in microseconds a row. */
async function insertCost(store: pg.Client, ref: string): Promise<Row> {
  await store.query('set synchronous_commit = off')
  const json = rowsOf(ref)
  const perRow = async (table: string) => {
    const text = insertInto(table)
    const ms = await timed(async () => {
      for (let n = 0; n < BATCHES; n++) {
        await store.query({ name: `into ${table}`, text, values: [json] })
      }
    })
    return (ms * 1000) / (BATCH * BATCHES)
  }
  const [ours, floors]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(await perRow('plain'))
    ours.push(await perRow('logs.edge_logs'))
  }
  const [cost, floor] = [median(ours), median(floors)]
  return {
    name: 'insert, 1,000 rows at once',
    ours: cost,
    floor,
    unit: 'µs/row',
    target: '<= 1.7 x floor',
    isMet: cost <= 1.7 * floor,
  }
}

const TICKS_PER_SECOND = 100

/** The CPU time of a process so far; what it takes is steadier than how fast a busy machine lets it be. */
async function cpuMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS_PER_SECOND
}

async function cpuOfAll(pids: readonly number[]): Promise<number> {
  const each = await Promise.all(pids.map(cpuMs))
  return each.reduce((sum, ms) => sum + ms, 0)
}

/** Microseconds of CPU a request that the gateway answers itself. */
async function cpuPerRequest(url: string, pids: readonly number[]): Promise<number> {
  const before = await cpuOfAll(pids)
  const result = await autocannon({ url, connections: 10, duration: LOAD_SECONDS })
  if (result.errors > 0) throw new Error(`${url}: ${result.errors} errors`)
  // what is still on its way belongs to these requests
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  return (((await cpuOfAll(pids)) - before) * 1000) / result.requests.total
}

/** The platform and whoever writes for it, while the log is written and while its table is locked. */
async function gatewayEffect(store: pg.Client, url: string, platformPid: number): Promise<Row> {
  const { rows: writers } = await store.query<{ pid: number }>(
    "select pid from pg_stat_activity where application_name = 'plinth-logs'",
  )
  const pids = [platformPid, ...writers.map(({ pid }) => pid)]
  const [written, held]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    await store.query('begin; lock table logs.edge_logs in access exclusive mode')
    held.push(await cpuPerRequest(url, pids))
    await store.query('commit')
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    written.push(await cpuPerRequest(url, pids))
  }
  const [ours, floor] = [median(written), median(held)]
  return {
    name: 'gateway, a request and its log (floor: not written)',
    ours,
    floor,
    unit: 'µs CPU',
    target: '<= 2 x floor',
    isMet: ours <= 2 * floor,
  }
}

/** The same rows in both tables, spread over a day. */
async function fill(store: pg.Client, ref: string) {
  await store.query('truncate plain')
  await store.query('delete from logs.edge_logs')
  await store.query(
    `insert into plain (project_ref, "timestamp", ${NAMES})
     select case when n % 6 = 0 then 'other' || n % 50 else $1 end,
            now() - interval '23 hours' * (n::float8 / ${ALL_ROWS}),
            md5(n::text), 'rest', (array['GET','GET','GET','POST'])[1 + n % 4], '/todos/' || n % 500, '',
            (array[200,200,200,201,404,401,500])[1 + n % 7], n % 300, 'anon', 'anon', '3nI6uVNR',
            'Mozilla/5.0 (X11; Linux x86_64)', '127.0.0.1', 'GET 200 /rest/v1/todos/' || n % 500
       from generate_series(1, ${ALL_ROWS}) n
      -- as they happen: the oldest first
      order by n desc`,
    [ref],
  )
  await store.query('create index plain_newest on plain (project_ref, "timestamp" desc)')
  await store.query('insert into logs.edge_logs select * from plain')
  await store.query('vacuum analyze plain')
  await store.query('vacuum analyze logs.edge_logs')
}

/** The call people make, beside the same question asked of a plain table over an open connection. */
async function queryCost(
  store: pg.Client,
  api: Api,
  asked: { ref: string; name: string; sql: string },
) {
  const { ref, name, sql } = asked
  const end = Date.now()
  const range = {
    iso_timestamp_start: new Date(end - 24 * HOUR_MS).toISOString(),
    iso_timestamp_end: new Date(end).toISOString(),
  }
  const path = `/platform/projects/${ref}/analytics/endpoints/logs.all?${new URLSearchParams({ sql, ...range }).toString()}`
  const where = `where project_ref = '${ref}' and "timestamp" >= now() - interval '24 hours'`
  const plain = sql.replace('from edge_logs', `from plain ${where}`)
  const [ours, floors]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(await timed(() => store.query(plain)))
    ours.push(
      await timed(async () => {
        const { error } = await api.must('GET', path)
        if (error) throw new Error(JSON.stringify(error))
      }),
    )
  }
  const [ms, floor] = [median(ours), median(floors)]
  return {
    name,
    ours: ms,
    floor,
    unit: 'ms',
    target: '<= 1.5 x floor + 40 ms',
    isMet: ms <= 1.5 * floor + 40,
  } satisfies Row
}

const dataDir = await dataFolder()
const env = { PLINTH_LOG_LEVEL: 'warn', PLINTH_GATEWAY_RATE: '0' }
const platform = await startPlatform({ dataDir, env })
let store: pg.Client | undefined
try {
  const owner = await claimOwner(platform)
  const api = apiOf(platform.url, owner.token)
  const made = await api.must('POST', '/v1/organizations', { name: 'Bench', plan: 'team' })
  const ref = await makeProject(api, String(made['slug']), 'bench')
  const { restUrl } = await api.must('GET', `/platform/projects/${ref}`)
  store = await connectStore(dataDir)
  await store.query('create table plain (like logs.edge_logs including defaults)')

  const insert = await insertCost(store, ref)
  const gateway = await gatewayEffect(store, String(restUrl), platform.pid)
  await fill(store, ref)
  const rows = [insert, gateway]
  for (const [name, sql] of [
    ['count by status over 1,000,000 rows', BY_STATUS],
    ['count by minute over 1,000,000 rows', BY_MINUTE],
    ['newest 100 of 1,000,000 rows', NEWEST],
  ] as const) {
    rows.push(await queryCost(store, api, { ref, name, sql }))
  }
  await report('logs', rows)
} finally {
  await store?.end()
  await platform.stop()
  await removeFolder(dataDir)
}
