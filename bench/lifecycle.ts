import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { claimOwner } from '../e2e/accounts.ts'
import { type Api, apiOf, type Body } from '../e2e/api.ts'
import { dataFolder, removeFolder, startPlatform } from '../e2e/platform.ts'
import { bareCluster } from './bare-cluster.ts'
import { copyFloor } from './copy-floor.ts'
import { median, report, type Row, timed } from './lib.ts'

const ROUNDS = 5
// so much that what does not grow with it hardly counts
const BULK_GB = 2

const cacheDir = join(tmpdir(), 'plinth-bench-cache')

type Timed = () => Promise<number>

/** Turn by turn, so that whatever else the machine does meets both. */
async function beside(ours: Timed, floor: Timed) {
  const took: { ours: number[]; floor: number[] } = { ours: [], floor: [] }
  for (let round = 0; round < ROUNDS; round++) {
    took.floor.push(await floor())
    took.ours.push(await ours())
  }
  return { ours: median(took.ours), floor: median(took.floor) }
}

/** The parts that the operations are made of, on a server with nothing around it. */
function floorsOf(bare: Awaited<ReturnType<typeof bareCluster>>) {
  const restart = async () => (await bare.stopMs()) + (await bare.startMs())
  // a project is up when its data API answers, so the floor of coming up has one as well
  const usable = async (tookMs: number) => tookMs + (await bare.restMs())
  return {
    stop: async () => {
      const tookMs = await bare.stopMs()
      await bare.startMs()
      return tookMs
    },
    start: async () => {
      await bare.stopMs()
      return usable(await bare.startMs())
    },
    restart: async () => usable(await restart()),
    liveCopy: () => bare.liveCopyMs(),
    // copied, replayed and stopped, then started in the place of the one that is stopped
    recover: async () => {
      const before = (await bare.copyMs()) + (await bare.stopMs())
      return usable(before + (await bare.replayMs()) + (await restart()))
    },
  }
}

const select = (api: Api, ref: string) =>
  api.must('POST', `/v1/projects/${ref}/database/query`, { query: 'select 1' })

// what is measured lasts some 100 ms, so a pause between two looks must hardly count, nor what looking costs
const LOOK_MS = 5

/** Until an operation has ended well; one that leaves the project's status alone is told by nothing else. */
async function untilDone(api: Api, ref: string, id: string): Promise<void> {
  for (;;) {
    const { status, error } = await api.must('GET', `/platform/projects/${ref}/operations/${id}`)
    if (status === 'succeeded') return
    if (status === 'failed' || status === 'cancelled') throw new Error(JSON.stringify(error))
    await sleep(LOOK_MS)
  }
}

async function untilStatus(api: Api, ref: string, wanted: string): Promise<void> {
  for (;;) {
    const { status } = await api.must('GET', `/platform/projects/${ref}/status`)
    if (status === wanted) return
    if (String(status).endsWith('_FAILED')) throw new Error(`${ref} is ${String(status)}`)
    await sleep(LOOK_MS)
  }
}

async function begin(api: Api, ref: string, { path, body = {} }: { path: string; body?: Body }) {
  const { operation } = await api.must('POST', path, body)
  // said by the contract
  await untilDone(api, ref, (operation as { id: string }).id)
}

function operationsOf(api: Api, slug: string, ref: string) {
  const backups = `/platform/database/${ref}/backups`
  const move = async (path: string, to: string) => {
    await api.must('POST', `/platform/projects/${ref}/${path}`, {})
    await untilStatus(api, ref, to)
  }
  let copies = 0
  return {
    pause: () => timed(() => move('pause', 'INACTIVE')),
    restore: () =>
      timed(async () => {
        await move('restore', 'ACTIVE_HEALTHY')
        await select(api, ref)
      }),
    restart: () => timed(() => move('restart', 'ACTIVE_HEALTHY')),
    backup: () => timed(() => begin(api, ref, { path: backups })),
    pitr: async () => {
      // a moment old: how much there is to replay is no matter of ours, and the floor has nothing
      await begin(api, ref, { path: backups })
      const { recoverable } = await api.must('GET', backups)
      // said by the contract, and there is a backup by now
      const { latest } = recoverable as { latest: string }
      const at = Math.floor(Date.parse(latest) / 1000)
      return timed(() =>
        begin(api, ref, { path: `${backups}/pitr`, body: { recovery_time_target_unix: at } }),
      )
    },
    toNewProject: async () => {
      const list = await api.must('GET', backups)
      // said by the contract
      const [newest] = list['backups'] as { id: string }[]
      copies += 1
      const name = `copy ${copies} of ${slug}`
      let made = ''
      const tookMs = await timed(async () => {
        const answer = await api.must('POST', `${backups}/restore-to-new-project`, {
          name,
          id: newest?.id,
        })
        made = String(answer['ref'])
        await untilStatus(api, made, 'ACTIVE_HEALTHY')
      })
      await api.must('DELETE', `/v1/projects/${made}`)
      return tookMs
    },
  }
}

type Measured = { readonly ours: number; readonly floor: number; readonly mostMs?: number }

const row = (name: string, { ours, floor, mostMs }: Measured): Row => ({
  name,
  unit: 'ms',
  ours,
  floor,
  target: mostMs ? `<= ${mostMs} ms` : '<= 2 x floor',
  isMet: mostMs ? ours <= mostMs : ours <= 2 * floor,
})

async function project(api: Api, slug: string, name: string): Promise<string> {
  const made = await api.must('POST', '/v1/projects', {
    name,
    organization_slug: slug,
    // the smallest that may have point-in-time restore
    desired_instance_size: 'small',
  })
  const ref = String(made['ref'])
  await untilStatus(api, ref, 'ACTIVE_HEALTHY')
  await api.must('POST', `/platform/projects/${ref}/billing/addons`, {
    addon_type: 'pitr',
    addon_variant: 'pitr_7',
  })
  return ref
}

type Bulk = {
  readonly slug: string
  readonly dataDir: string
  readonly copyMs: (from: string) => Promise<number>
}

/** What a larger project costs, without anything that would make its copies cheap. */
async function bulk(api: Api, { slug, dataDir, copyMs }: Bulk): Promise<Row[]> {
  const ref = await project(api, slug, 'bulk')
  const rows = BULK_GB * 1_000_000
  await api.must('POST', `/v1/projects/${ref}/database/query`, {
    query: `create table bulk as
      select n, repeat(md5(n::text), 30) as text from generate_series(1, ${rows}) n`,
  })
  const operations = operationsOf(api, slug, ref)
  const perGb = (name: string, ours: number, floor: number) =>
    row(`${name}, per GB`, { ours: ours / BULK_GB, floor: floor / BULK_GB })
  const copy = () => copyMs(join(dataDir, 'projects', ref, 'data'))
  return [
    perGb('backup', await operations.backup(), await copy()),
    perGb('copy of a project', await operations.toNewProject(), await copy()),
  ]
}

/** Everything into another version: two backups, the move, and reading all of it again, beside the rows alone. */
async function upgrade(api: Api, slug: string): Promise<Row> {
  const ref = await project(api, slug, 'to upgrade')
  const rows = BULK_GB * 1_000_000
  const fill = `select n, repeat(md5(n::text), 30) as text from generate_series(1, ${rows}) n`
  await api.must('POST', `/v1/projects/${ref}/database/query`, {
    query: `create table bulk as ${fill}`,
  })
  const ours = await timed(async () => {
    const path = `/v1/projects/${ref}/upgrade`
    const begun = await api.must('POST', path, { target_version: '18' })
    await untilDone(api, ref, String(begun['tracking_id']))
  })
  const floor = await copyFloor(cacheDir, { table: 'public.bulk', fill })
  return row('upgrade to another version, per GB', { ours: ours / BULK_GB, floor: floor / BULK_GB })
}

const dataDir = await dataFolder()
const platform = await startPlatform({ dataDir, env: { PLINTH_CACHE: cacheDir } })
const rows: Row[] = []
try {
  const api = apiOf(platform.url, (await claimOwner(platform)).token)
  const made = await api.must('POST', '/v1/organizations', { name: 'Bench', plan: 'team' })
  const slug = String(made['slug'])
  const ref = await project(api, slug, 'small')
  const operations = operationsOf(api, slug, ref)
  await using bare = await bareCluster(cacheDir)
  const floors = floorsOf(bare)
  // a first backup has to be there before a pause can do without one
  await operations.backup()
  const running = async (run: Timed) => {
    const tookMs = await run()
    await operations.restore()
    return tookMs
  }
  const paused = async (run: Timed) => {
    await operations.pause()
    return run()
  }
  rows.push(
    row('pause', {
      ...(await beside(() => running(operations.pause), floors.stop)),
      mostMs: 1000,
    }),
    row('restore from pause to first select 1', {
      ...(await beside(() => paused(operations.restore), floors.start)),
      mostMs: 500,
    }),
    row('restart', await beside(operations.restart, floors.restart)),
    row('backup', await beside(operations.backup, floors.liveCopy)),
    row('point-in-time restore', await beside(operations.pitr, floors.recover)),
    row('restore to a new project', await beside(operations.toNewProject, floors.recover)),
    ...(await bulk(api, { slug, dataDir, copyMs: bare.copyMs })),
    await upgrade(api, slug),
  )
} finally {
  await platform.stop()
  await removeFolder(dataDir)
}
await report('lifecycle', rows)
