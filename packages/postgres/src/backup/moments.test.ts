import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { archiveNow, archivePaths, archiveSettings, prepareArchive } from './archive.ts'
import { baseBackup } from './base-backup.ts'
import { backupFor, lastTimeline, noteLine } from './lines.ts'
import { archivedRange } from './retention.ts'
import { restoreBackup } from './restore.ts'
import { settingsFor } from '#postgres/cluster/settings.ts'
import { startCluster } from '#postgres/cluster/start.ts'
import { withAdmin } from '#postgres/connection/admin.ts'
import { testCluster, testDir, testPort } from '#test/database.ts'

const MOMENTS = 2
const WRITERS = 3
const WORK_MS = 1_500
const ACCOUNTS = 8
const TOTAL = 800
const SEED = Number(process.env['SEED'] ?? Math.floor(Math.random() * 2 ** 31))

/** The same numbers for the same seed, so that a failure can be had again. */
function randomOf(seed: number) {
  let state = seed
  return () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** A cluster that archives, started with one size and then with another. */
async function archivingCluster() {
  const made = await testCluster()
  const dir = await testDir()
  const archiveDir = join(dir.path, 'archive')
  await prepareArchive({ archiveDir, user: made.user })
  const { clusterDir } = made
  const password = made.template.adminPassword
  return {
    ...made,
    archiveDir,
    dir: dir.path,
    async start(settings: Record<string, string>, as = { clusterDir, password }) {
      const all = { ...settings, ...archiveSettings({ archiveDir }) }
      const place = { clusterDir: as.clusterDir, settings: all, port: await testPort() }
      const cluster = await startCluster({ ...made, ...place })
      const target = { ...as, port: cluster.port }
      const run = <T>(task: (client: pg.Client) => Promise<T>) => withAdmin(target, task)
      return { target, run, stop: () => cluster.stop() }
    },
    async [Symbol.asyncDispose]() {
      await made[Symbol.asyncDispose]()
      await dir[Symbol.asyncDispose]()
    },
  }
}

type Source = Awaited<ReturnType<typeof archivingCluster>>
type Asked = { readonly targetTime: Date; readonly settings: Record<string, string> }

/** What a query finds in a copy restored to a moment. */
async function asOf<Row extends pg.QueryResultRow>(source: Source, asked: Asked, sql: string) {
  const { engine, user, dir } = source
  const { walDir } = archivePaths(source.archiveDir)
  const clusterDir = join(dir, `copy-${asked.targetTime.getTime()}`)
  const from = await backupFor(source.archiveDir, asked.targetTime)
  if (!from) throw new Error('No backup leads to this moment')
  const { backupDir } = from.backup
  const restored = { engine, user, clusterDir, backupDir, line: from.line, walDir, ...asked }
  const { adminPassword: password } = await restoreBackup(restored)
  const { settings } = asked
  const port = await testPort()
  await using copy = await startCluster({ engine, user, clusterDir, settings, port })
  // awaited here, or the server would be gone before the answer
  return await withAdmin({ clusterDir, port: copy.port, password }, async (client) => {
    const { rows } = await client.query<Row>(sql)
    return rows
  })
}

type Entry = { readonly id: number; readonly begunMs: number; readonly ackedMs: number }

const TRANSFER = `
  with taken as (update public.account set balance = balance - $3 where id = $1),
       given as (update public.account set balance = balance + $3 where id = $2)
  insert into public.journal values ($4)`

test(`random moments of a workload are what its journal says (seed ${SEED})`, async () => {
  const random = randomOf(SEED)
  const below = (limit: number) => Math.floor(random() * limit)
  await using source = await archivingCluster()
  const server = await source.start(source.settings)
  await server.run((client) =>
    client.query(`
      create table public.journal (id int);
      create table public.account (id int primary key, balance int not null);
      insert into public.account select n, ${TOTAL / ACCOUNTS} from generate_series(1, ${ACCOUNTS}) n`),
  )
  const { archiveDir } = source
  const backup = await baseBackup({ target: server.target, archiveDir, name: 'b' })

  const entries: Entry[] = []
  let next = 0
  const until = performance.now() + WORK_MS
  const writer = () =>
    server.run(async (client) => {
      while (performance.now() < until) {
        const id = ++next
        // the lower one first, so that no two wait for each other
        const [one, other] = [1 + below(ACCOUNTS / 2), 1 + ACCOUNTS / 2 + below(ACCOUNTS / 2)]
        const begunMs = Date.now()
        await client.query(TRANSFER, [one, other, below(20) - 10, id])
        entries.push({ id, begunMs, ackedMs: Date.now() })
        await sleep(below(8))
      }
    })
  await Promise.all(Array.from({ length: WRITERS }, writer))
  await server.run((client) => archiveNow({ client, archiveDir }))
  await server.stop()

  const first = Date.parse(backup.finishedAt) + 1
  const last = Math.max(...entries.map(({ ackedMs }) => ackedMs))
  for (let count = 0; count < MOMENTS; count++) {
    const atMs = first + below(last - first)
    const asked = { targetTime: new Date(atMs), settings: source.settings }
    const [found] = await asOf<{ ids: number[]; total: number }>(
      source,
      asked,
      `select coalesce(array_agg(id), '{}') as ids,
              (select sum(balance)::int from public.account) as total from public.journal`,
    )
    const ids = new Set(found?.ids)
    const missing = entries.filter(({ id, ackedMs }) => ackedMs < atMs && !ids.has(id))
    // those under way at that moment may be in or out
    const early = entries.filter(({ id, begunMs }) => begunMs > atMs && ids.has(id))
    expect({ missing, early, total: found?.total }, `${atMs - first} ms in`).toEqual({
      missing: [],
      early: [],
      total: TOTAL,
    })
  }
  expect(entries.length).toBeGreaterThan(MOMENTS)
})

test('what a larger server wrote is recovered with the parameters of a smaller one', async () => {
  await using source = await archivingCluster()
  const small = settingsFor({ memoryMb: 512, cpus: 1, maxConnections: 30 })
  const large = settingsFor({ memoryMb: 2048, cpus: 8, maxConnections: 200 })
  const { archiveDir } = source
  const before = await source.start(small)
  await before.run((client) => client.query('create table public.t (v int)'))
  await baseBackup({ target: before.target, archiveDir, name: 'b' })
  await before.stop()
  const grown = await source.start(large)
  await grown.run((client) => client.query('insert into public.t values (1)'))
  const { at } = await grown.run((client) => archiveNow({ client, archiveDir }))
  await grown.stop()

  const sql = `select v, current_setting('max_connections') as most from public.t`
  expect(await asOf(source, { targetTime: at, settings: small }, sql)).toEqual([
    { v: 1, most: '30' },
  ])
})

test('moments from before, between and after two restores of one backup all come back', async () => {
  await using source = await archivingCluster()
  const { archiveDir, engine, user, settings } = source
  const backupDir = join(archivePaths(archiveDir).backupsDir, 'b')
  const first = await source.start(settings)
  await first.run((client) => client.query('create table public.t (v int)'))
  await baseBackup({ target: first.target, archiveDir, name: 'b' })
  /** Writes and archives, and answers with a moment after that. */
  const live = async ({ run }: typeof first, value: number) => {
    await run((client) => client.query('insert into public.t values ($1)', [value]))
    const { at } = await run((client) => archiveNow({ client, archiveDir }))
    return at
  }
  const moments = [await live(first, 1)]
  await first.stop()
  for (const value of [2, 3]) {
    const clusterDir = join(source.dir, `life-${value}`)
    const beside = { engine, user, clusterDir, backupDir }
    const { adminPassword: password } = await restoreBackup({
      ...beside,
      lastTimeline: await lastTimeline(archiveDir),
    })
    const server = await source.start(settings, { clusterDir, password })
    await noteLine(archiveDir, clusterDir, new Date())
    const moment = await live(server, value)
    // it was said to end with the backup, for as long as none was made on the new timeline
    expect((await archivedRange(archiveDir))?.latest, `life ${value}`).toEqual(moment)
    moments.push(moment)
    // the backup holds all that a later one could branch off from
    await server.stop()
  }
  for (const [index, targetTime] of moments.entries()) {
    const found = await asOf(source, { targetTime, settings }, 'select v from public.t')
    expect(found, `life ${index + 1}`).toEqual([{ v: index + 1 }])
  }
})
