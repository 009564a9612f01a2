import { createHmac } from 'node:crypto'
import autocannon from 'autocannon'
import pg from 'pg'
import { claimOwner } from '../e2e/accounts.ts'
import { apiOf, type Api, untilStatus } from '../e2e/api.ts'
import { dataFolder, removeFolder, startPlatform } from '../e2e/platform.ts'
import { barePostgrest } from './bare-postgrest.ts'
import { median, report, type Row } from './lib.ts'

const PASSWORD = 'bench-password-1234'
const ROUNDS = 5
const LOAD_SECONDS = 4
const CONNECTIONS = 10
// as a project of the smallest size has
const POOL = 12
const TARGET = 0.7

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function tokenFor(claims: object, secret: string): string {
  const body = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(claims)}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

/** The floor: the same PostgREST on the same database, reached without a gateway. */
async function startFloor(connectionString: string, jwtSecret: string) {
  const owner = new pg.Client({ connectionString })
  await owner.connect()
  await owner.query(`
    create table books (id int primary key, title text not null, hash text not null);
    insert into books select n, 'Book ' || n, md5(n::text) from generate_series(1, 10) n;
    create role bench login noinherit password '${PASSWORD}';
    grant anon, authenticated to bench`)
  await owner.end()
  const uri = new URL(connectionString)
  uri.username = 'bench'
  return barePostgrest({ uri: uri.href, jwtSecret, pool: POOL, path: '/books' })
}

async function requestsPerSecond(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({
    url: `${url}/books?select=*`,
    connections: CONNECTIONS,
    duration: LOAD_SECONDS,
    headers,
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused`)
  return result.requests.average
}

async function makeProject(api: Api) {
  const organization = await api.must('POST', '/v1/organizations', { name: 'Bench' })
  const made = await api.must('POST', '/v1/projects', {
    name: 'bench',
    organization_slug: organization['slug'],
    db_pass: PASSWORD,
  })
  const ref = String(made['ref'])
  await untilStatus(api, ref, 'ACTIVE_HEALTHY')
  const project = await api.must('GET', `/platform/projects/${ref}`)
  const { jwt_secret: secret } = await api.must('GET', `/platform/projects/${ref}/config/postgrest`)
  return {
    url: String(project['restUrl']).replace(/\/$/, ''),
    jwtSecret: String(secret),
    connectionString: String(project['connectionString']).replace('[YOUR-PASSWORD]', PASSWORD),
  }
}

/** Takes turns, so that what else the machine does falls on both. */
async function compare(ours: () => Promise<number>, floor: () => Promise<number>) {
  const [measured, floors]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(await floor())
    measured.push(await ours())
  }
  return { ours: median(measured), floor: median(floors) }
}

async function compareCallers(project: Awaited<ReturnType<typeof makeProject>>) {
  const floor = await startFloor(project.connectionString, project.jwtSecret)
  const anon = tokenFor({ iss: 'plinth', role: 'anon' }, project.jwtSecret)
  const sub = '2a34e4fb-5b54-4f39-8e53-7f2c0b5d5c1e'
  const user = tokenFor({ role: 'authenticated', sub, exp: 4_000_000_000 }, project.jwtSecret)
  const callers = [
    ['with the public key', { apikey: anon, authorization: `Bearer ${anon}` }],
    ['with a user’s token', { apikey: anon, authorization: `Bearer ${user}` }],
  ] as const
  const rows: Row[] = []
  try {
    for (const [who, headers] of callers) {
      const rates = await compare(
        () => requestsPerSecond(project.url, headers),
        () => requestsPerSecond(floor.url, headers),
      )
      rows.push({
        name: `10 rows ${who}`,
        ...rates,
        unit: 'requests/s',
        target: `>= ${TARGET} x floor`,
        isMet: rates.ours >= TARGET * rates.floor,
      })
    }
  } finally {
    await floor.stop()
  }
  return rows
}

const dataDir = await dataFolder()
const env = { PLINTH_LOG_LEVEL: 'warn', PLINTH_GATEWAY_RATE: '0' }
const platform = await startPlatform({ dataDir, env })
try {
  const owner = await claimOwner(platform)
  const project = await makeProject(apiOf(platform.url, owner.token))
  const rows = await compareCallers(project)
  await report('gateway', rows)
} finally {
  await platform.stop()
  await removeFolder(dataDir)
}
