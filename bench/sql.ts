import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { apiOf, untilStatus, type Api } from '../e2e/api.ts'
import { claimOwner } from '../e2e/accounts.ts'
import { dataFolder, removeFolder, startPlatform } from '../e2e/platform.ts'
import { median, report, timed } from './lib.ts'

const PASSWORD = 'bench-password-1234'
const TEN = 'select n, n * 2 as twice, md5(n::text) as hash from generate_series(1, 10) n'
const MANY = `select ${Array.from({ length: 12 }, (_, i) => `n + ${i} as c${i}`).join(', ')} from generate_series(1, 100000) n`
const ROUNDS = 5
const LOAD_SECONDS = 4

async function startFloor(connectionString: string) {
  const child = spawn(process.execPath, [
    join(import.meta.dirname, 'floor-server.ts'),
    connectionString,
  ])
  const [chunk] = await once(child.stdout, 'data')
  const url = `http://127.0.0.1:${String(chunk).trim()}/`
  return { url, stop: () => child.kill() }
}

async function requestsPerSecond(url: string, body: object, token?: string): Promise<number> {
  const result = await autocannon({
    url,
    method: 'POST',
    connections: 10,
    duration: LOAD_SECONDS,
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${url}: ${result.non2xx} refused`)
  return result.requests.average
}

async function bigAnswerMs(url: string, token?: string): Promise<number> {
  const headers = {
    'content-type': 'application/json',
    ...(token && { authorization: `Bearer ${token}` }),
  }
  const body = JSON.stringify({ query: MANY })
  return timed(async () => {
    const response = await fetch(url, { method: 'POST', headers, body })
    await response.arrayBuffer()
  })
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
  const connectionString = String(project['connectionString']).replace('[YOUR-PASSWORD]', PASSWORD)
  return { ref, connectionString }
}

const dataDir = await dataFolder()
const platform = await startPlatform({ dataDir, env: { PLINTH_LOG_LEVEL: 'warn' } })
try {
  const owner = await claimOwner(platform)
  const api = apiOf(platform.url, owner.token)
  const { ref, connectionString } = await makeProject(api)
  const floor = await startFloor(connectionString)
  const url = new URL(`/platform/pg-meta/${ref}/query`, platform.url).href

  const [ours, floors]: [number[], number[]] = [[], []]
  for (let round = 0; round < 3; round++) {
    floors.push(await requestsPerSecond(floor.url, { query: TEN }))
    ours.push(await requestsPerSecond(url, { query: TEN }, api.token))
  }
  const [big, bigFloor]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    bigFloor.push(await bigAnswerMs(floor.url))
    big.push(await bigAnswerMs(url, api.token))
  }
  floor.stop()

  const [rate, floorRate] = [median(ours), median(floors)]
  const [bigMs, bigFloorMs] = [median(big), median(bigFloor)]
  await report('sql', [
    {
      name: 'SQL, 10 rows',
      ours: rate,
      floor: floorRate,
      unit: 'requests/s',
      target: '>= 0.6 x floor',
      isMet: rate >= 0.6 * floorRate,
    },
    {
      name: 'SQL, 100,000 x 12',
      ours: bigMs,
      floor: bigFloorMs,
      unit: 'ms',
      target: '<= 1.3 x floor',
      isMet: bigMs <= 1.3 * bigFloorMs,
    },
  ])
} finally {
  await platform.stop()
  await removeFolder(dataDir)
}
