import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { claimOwner } from '../e2e/accounts.ts'
import { type Api, apiOf, untilStatus } from '../e2e/api.ts'
import { dataFolder, removeFolder, startPlatform } from '../e2e/platform.ts'
import { bareCluster } from './bare-cluster.ts'
import { median, report, type Row, timed } from './lib.ts'

const ROUNDS = 5

async function untilReady(url: string) {
  for (;;) {
    const answer = await fetch(new URL('/api/ready', url)).catch(() => undefined)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** From the start of the process to the first answer; the data folder decides how much there is to do. */
async function startMs(dataDir: string, cacheDir: string): Promise<number> {
  const startedMs = performance.now()
  const platform = await startPlatform({ dataDir, env: { PLINTH_CACHE: cacheDir } })
  await untilReady(platform.url)
  const tookMs = performance.now() - startedMs
  await platform.stop()
  return tookMs
}

/** The least a start can be: Node loads, listens and answers. */
async function bareNodeMs(): Promise<number> {
  const program =
    "require('http').createServer((q,r)=>r.end('ok')).listen(0,'127.0.0.1',function(){console.log(this.address().port)})"
  const startedMs = performance.now()
  const child = spawn(process.execPath, ['-e', program])
  const [chunk] = await once(child.stdout, 'data')
  await fetch(`http://127.0.0.1:${String(chunk).trim()}/`)
  const tookMs = performance.now() - startedMs
  child.kill()
  return tookMs
}

/** The floor of a creation: template copy and start, nothing around them. */
async function bareClusterMs(cacheDir: string): Promise<number> {
  await using bare = await bareCluster(cacheDir)
  return bare.madeMs
}

async function createMs(api: Api, slug: string, name: string): Promise<number> {
  return timed(async () => {
    const made = await api.must('POST', '/v1/projects', { name, organization_slug: slug })
    const ref = String(made['ref'])
    await untilStatus(api, ref, 'ACTIVE_HEALTHY')
    await api.must('POST', `/v1/projects/${ref}/database/query`, { query: 'select 1' })
  })
}

const residentMb = async (pid: number): Promise<number> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024
}

/** What a project's processes hold for themselves: shared pages count where they are first touched. */
async function projectMb(dataDir: string): Promise<number> {
  let kilobytes = 0
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    try {
      const command = await readFile(`/proc/${entry}/cmdline`, 'utf8')
      const cwd = await readlink(`/proc/${entry}/cwd`)
      const belongs =
        cwd.startsWith(join(dataDir, 'projects')) || command.includes(`${dataDir}/projects`)
      if (!belongs) continue
      const rollup = await readFile(`/proc/${entry}/smaps_rollup`, 'utf8')
      kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
    } catch {
      // it ended while we looked
    }
  }
  return kilobytes / 1024
}

/** Script that the sign-in page and the shell load before anything is clicked, compressed. */
async function firstLoadKb(): Promise<number> {
  const dist = join(import.meta.dirname, '..', 'apps', 'dashboard', 'dist')
  const page = await readFile(join(dist, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/(?:src|href)="(\/[^"]+\.js)"/g)].map((match) => match[1] ?? '')
  let bytes = 0
  for (const script of new Set(scripts))
    bytes += gzipSync(await readFile(join(dist, script))).length
  return bytes / 1000
}

const row = (name: string, unit: string, rest: Omit<Row, 'name' | 'unit'>): Row => ({
  name,
  unit,
  ...rest,
})

const cacheDir = join(tmpdir(), 'plinth-bench-cache')
const dataDir = await dataFolder()
const rows: Row[] = []

const node: number[] = []
for (let round = 0; round < ROUNDS; round++) node.push(await bareNodeMs())
const cluster: number[] = []
for (let round = 0; round < ROUNDS; round++) cluster.push(await bareClusterMs(cacheDir))

const coldMs = await startMs(dataDir, cacheDir)
const warm: number[] = []
for (let round = 0; round < ROUNDS; round++) warm.push(await startMs(dataDir, cacheDir))
const startFloor = median(node) + median(cluster)
rows.push(
  row('cold start to first 200', 'ms', {
    ours: coldMs,
    floor: startFloor,
    target: '(floor: node + cluster)',
    isMet: true,
  }),
  row('warm start to first 200', 'ms', {
    ours: median(warm),
    floor: startFloor,
    target: '<= 2000 ms',
    isMet: median(warm) <= 2000,
  }),
)

const fresh = await dataFolder()
const platform = await startPlatform({ dataDir: fresh, env: { PLINTH_CACHE: cacheDir } })
try {
  const api = apiOf(platform.url, (await claimOwner(platform)).token)
  const organization = await api.must('POST', '/v1/organizations', { name: 'Bench', plan: 'team' })
  const slug = String(organization['slug'])
  const idleMb = await residentMb(platform.pid)
  const create: number[] = []
  for (let round = 0; round < 10; round++) create.push(await createMs(api, slug, `p${round}`))
  const [createdMs, floorMs] = [median(create), median(cluster)]
  rows.push(
    row('create to first select 1', 'ms', {
      ours: createdMs,
      floor: floorMs,
      target: '<= 1000 ms and <= 3 x floor',
      isMet: createdMs <= 1000 && createdMs <= 3 * floorMs,
    }),
    row('platform resident, idle', 'MB', { ours: idleMb, target: '<= 150', isMet: idleMb <= 150 }),
  )
  const tenMb = await residentMb(platform.pid)
  rows.push(
    row('platform resident, ten projects', 'MB', {
      ours: tenMb,
      target: '<= 150',
      isMet: tenMb <= 150,
    }),
  )
  const eachMb = (await projectMb(fresh)) / 10
  rows.push(
    row('each running project', 'MB', { ours: eachMb, target: '<= 100', isMet: eachMb <= 100 }),
  )
} finally {
  await platform.stop()
  await removeFolder(fresh)
  await removeFolder(dataDir)
}
const loadKb = await firstLoadKb()
rows.push(
  row("shell's first load, gzip", 'kB', { ours: loadKb, target: '<= 180', isMet: loadKb <= 180 }),
)
await report('platform', rows)
