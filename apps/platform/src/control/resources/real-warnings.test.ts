import { isDeepStrictEqual } from 'node:util'
import type { ResourceWarning } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { resourceHandlers } from './handlers.ts'
import { createMonitor, type Monitor } from './monitor.ts'

// Servers that are really busy: what is measured is what the kernel says of their processes. Only
// the clock that samples are filed under runs ahead, so that five minutes need not be waited for.
const SAMPLE_MS = 15_000
const WINDOW_MS = 5 * 60_000
const PATIENCE = 40

let t: RunningApp
let monitor: Monitor
beforeAll(async () => {
  t = await runningApp({
    router: (parts: RunningParts) => ({ resources: resourceHandlers(parts) }),
  })
  monitor = createMonitor(t.parts)
})
afterAll(async () => {
  await monitor.stop()
  await t[Symbol.asyncDispose]()
})

const aMoment = () => new Promise<void>((resolve) => setTimeout(resolve, 200))

/** Everything it is warned of, by what. */
async function warningOf({ ref }: { readonly ref: string }, as: { readonly cookie: string }) {
  const path = '/platform/projects-resource-warnings'
  const { body } = await t.call<ResourceWarning[]>('GET', path, { as })
  const found = body.find(({ project }) => project === ref)
  const said = Object.entries(found ?? {}).filter(([name]) => name.endsWith('_exhaustion'))
  return Object.fromEntries(said.filter(([, level]) => level !== null))
}

/** Looks again and again, with something done between, until it is warned of just this. */
async function until(
  expected: Partial<ResourceWarning>,
  warned: () => Promise<unknown>,
  { work = aMoment, by = monitor }: { work?: () => Promise<unknown>; by?: Monitor } = {},
) {
  for (let time = 0; time < PATIENCE; time += 1) {
    await by.look()
    if (isDeepStrictEqual(await warned(), expected)) return
    await work()
    t.time.aheadMs += SAMPLE_MS
  }
  expect(await warned()).toEqual(expected)
}

/** Runs beside a session that does this all the while. */
async function besideA(ref: string, sql: string, run: () => Promise<void>) {
  await t.inside(ref, async (client) => {
    client.on('error', () => undefined)
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    const working = client.query(sql).catch(() => undefined) // ended from outside
    if (!rows[0]) throw new Error('It has a pid')
    const { pid } = rows[0]
    await run().finally(() => process.kill(pid, 'SIGTERM'))
    await working
  })
}

const hold = (mb: number) => `do $$ declare held text[]; begin
  for i in 1..${mb} loop held[i] := repeat(md5(i::text), 32768); end loop;
  perform pg_sleep(600); end $$`

async function subject() {
  const { organization, as } = await t.cast()
  const project = await t.makeRunningProject(organization)
  return { ref: project.ref, warned: () => warningOf(project, as.member) }
}

test('a busy processor is warned of, and no longer once it is idle', async () => {
  const { ref, warned } = await subject()
  // a machine with a quarter of a CPU, which a busy session gets however busy this one is
  const by = createMonitor({ ...t.parts, cpus: 0.25 })
  await besideA(ref, 'do $$ begin loop perform sqrt(2); end loop; end $$', () =>
    until({ cpu_exhaustion: 'critical' }, warned, { by }),
  )
  t.time.aheadMs += WINDOW_MS
  await until({}, warned, { by })
  await by.stop()
})

test('a session that holds all the memory is warned of, and no longer once it is gone', async () => {
  const { ref, warned } = await subject()
  // of the 512 MB that a nano has
  await besideA(ref, hold(420), async () => {
    await until({ memory_and_swap_exhaustion: 'warning' }, warned)
    await besideA(ref, hold(100), () => until({ memory_and_swap_exhaustion: 'critical' }, warned))
  })
  t.time.aheadMs += WINDOW_MS
  await until({}, warned)
})

test('a disk that is written to faster than it may be for long is warned of', async () => {
  const { ref, warned } = await subject()
  const inside = (sql: string) => t.inside(ref, (client) => client.query(sql))
  await inside('create table written (text text)')
  const write = "insert into written select repeat('x', 1000) from generate_series(1, 3000)"
  await until({ disk_io_exhaustion: 'critical' }, warned, {
    work: async () => {
      await inside(write)
      await aMoment()
    },
  })
  t.time.aheadMs += WINDOW_MS
  await until({}, warned)
})

test('what an earlier server used is not held against the one that came after it', async () => {
  const { ref, warned } = await subject()
  await besideA(ref, hold(500), () => until({ memory_and_swap_exhaustion: 'critical' }, warned))
  const row = await t.rowOf(ref)
  await t.parts.lifecycle.begin(row, { kind: 'restart', requestedBy: null })
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  await monitor.look()
  expect(await warned()).toEqual({})
  // nor when there is enough to judge by again, though most of the last five minutes were before it
  for (let time = 0; time < 6; time += 1) {
    await aMoment()
    t.time.aheadMs += 1000
    await monitor.look()
  }
  expect(await warned()).toEqual({})
})
