import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { adoptCluster } from './adopt.ts'
import type { Cluster } from './cluster.ts'
import { endOrphans, findClustersUnder } from './orphans.ts'
import { clusterPaths } from './paths.ts'
import { processesOf } from './postmaster-file.ts'
import { watchSessionCrashes } from './session-crashes.ts'
import { startCluster } from './start.ts'
import { type SupervisedState, superviseCluster } from './supervise.ts'
import { withAdmin } from '#postgres/connection/admin.ts'
import { testCluster, testPort, patient } from '#test/database.ts'

const code = (name: string) => expect.objectContaining({ name: 'ClusterError', code: name })

type Made = Awaited<ReturnType<typeof testCluster>>

async function countAfter(made: Made, port: number, sql: string): Promise<unknown> {
  const target = { clusterDir: made.clusterDir, port, password: made.template.adminPassword }
  return withAdmin(target, async (client) => (await client.query(sql)).rows)
}

function kill(cluster: Cluster | undefined): void {
  // pid 0 would be everyone in our own group
  if (!cluster) throw new TypeError('There is nothing to kill')
  process.kill(cluster.pid, 'SIGKILL')
}

/** One of its processes ends as it would by a fault of its own; the postmaster survives that. */
async function crashInside({ dataDir }: Cluster): Promise<void> {
  const { all } = await processesOf(dataDir)
  const writer = all.find(({ title }) => title.includes('walwriter'))
  if (!writer) throw new TypeError('There is always one')
  process.kill(writer.pid, 'SIGKILL')
}

/** A session that is busy and takes no notice of its postmaster's end for a while. */
async function busySession(made: Made, port: number): Promise<void> {
  const target = { clusterDir: made.clusterDir, port, password: made.template.adminPassword }
  const started = Promise.withResolvers<void>()
  void withAdmin({ ...target, statementTimeoutMs: 600_000 }, async (client) => {
    const running = client.query(`
      do $$ declare i bigint := 0; begin
        loop i := i + 1; exit when i > 10000000000; end loop;
      end $$`)
    started.resolve()
    await running
  }).catch(() => undefined)
  await started.promise
  await expect
    .poll(
      async () =>
        (await processesOf(clusterPaths(made.clusterDir).dataDir)).all.map((p) => p.title),
      patient,
    )
    .toContainEqual(expect.stringMatching(/ DO$/))
}

test('after kill -9 of the postmaster the next start ends the orphans and loses nothing', async () => {
  await using made = await testCluster()
  const first = await startCluster({ ...made, port: await testPort() })
  await countAfter(
    made,
    first.port,
    'create table public.t as select generate_series(1, 1000) as i',
  )
  await busySession(made, first.port)

  process.kill(first.pid, 'SIGKILL')
  expect(await first.exited).toEqual({ code: null, signal: 'SIGKILL' })
  const left = await processesOf(first.dataDir)
  expect(left.postmaster).toBeUndefined()
  expect(left.all.length, 'the busy session is an orphan now').toBeGreaterThan(0)

  await using second = await startCluster({ ...made, port: await testPort() })
  expect(await countAfter(made, second.port, 'select count(*)::int from public.t')).toEqual([
    { count: 1000 },
  ])
  const leftPids = new Set(left.all.map(({ pid }) => pid))
  const { all } = await processesOf(first.dataDir)
  expect(all.filter(({ pid }) => leftPids.has(pid))).toEqual([])
})

test('a server outlives its parent, and the next one finds and stops it', async () => {
  await using made = await testCluster()
  const script = join(made.clusterDir, 'parent.ts')
  const port = await testPort()
  await writeFile(
    script,
    `import { startCluster } from ${JSON.stringify(new URL('./start.ts', import.meta.url).href)}
     const engine = { ...${JSON.stringify(made.engine)}, bin: () => ${JSON.stringify(made.engine.bin('postgres'))} }
     const rest = ${JSON.stringify({ clusterDir: made.clusterDir, user: made.user, settings: made.settings, port })}
     await startCluster({ engine, ...rest })
     process.kill(process.pid, 'SIGKILL')`,
  )
  await once(execFile(process.execPath, [script]), 'exit')

  const cluster = await adoptCluster({ clusterDir: made.clusterDir, exitPollMs: 20 })
  expect(cluster?.port).toBe(port)
  expect(await countAfter(made, port, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(await cluster?.stop()).toEqual({ isClean: true })
  expect(await adoptCluster({ clusterDir: made.clusterDir })).toBeUndefined()
})

test('a pid file that names somebody else is not believed', async () => {
  await using made = await testCluster()
  const { dataDir } = clusterPaths(made.clusterDir)
  const file = [process.pid, dataDir, 0, 5432, '', '', '', 'ready'].join('\n')
  await writeFile(join(dataDir, 'postmaster.pid'), file)
  expect(await adoptCluster({ clusterDir: made.clusterDir })).toBeUndefined()
  expect(await endOrphans({ clusterDir: made.clusterDir })).toEqual({ ended: 0 })
})

test('clusters are found by their folder and ended, a live postmaster included', async () => {
  await using made = await testCluster()
  const cluster = await startCluster({ ...made, port: await testPort() })
  const [found, ...others] = await findClustersUnder(made.clusterDir)
  expect(others).toEqual([])
  expect(found?.dataDir).toBe(cluster.dataDir)
  expect(found?.pids).toContain(cluster.pid)
  const { ended } = await endOrphans({ clusterDir: made.clusterDir })
  expect(ended).toBeGreaterThanOrEqual(found?.pids.length ?? 0)
  expect(await findClustersUnder(made.clusterDir)).toEqual([])
})

test('a stop that does not come to an end is forced', async () => {
  await using made = await testCluster()
  const cluster = await startCluster({ ...made, port: await testPort() })
  // a stopped checkpointer cannot write the last checkpoint
  const { all } = await processesOf(cluster.dataDir)
  const checkpointer = all.find(({ title }) => title.includes('checkpointer'))
  if (!checkpointer) throw new TypeError('There is always one')
  process.kill(checkpointer.pid, 'SIGSTOP')
  expect(await cluster.stop({ stopTimeoutMs: 200, quitTimeoutMs: 200 })).toEqual({ isClean: false })
  expect((await processesOf(cluster.dataDir)).all).toEqual([])
})

test('a stop while a server recovers from a crash does not wait for a checkpoint that never comes', async () => {
  await using made = await testCluster()
  const cluster = await startCluster({ ...made, port: await testPort() })
  // enough to recover that it takes a moment
  await countAfter(
    made,
    cluster.port,
    'create table public.t as select generate_series(1, 1000000) as i',
  )
  await crashInside(cluster)
  const titles = async () => (await processesOf(cluster.dataDir)).all.map(({ title }) => title)
  await expect
    .poll(titles, { ...patient, interval: 1 })
    .toContainEqual(expect.stringMatching(/: startup/))
  expect(await cluster.stop({ stopTimeoutMs: 600_000 })).toEqual({ isClean: false })
  expect(await titles()).toEqual([])
})

test('a supervised cluster that crashes comes back, and too many crashes end that', async () => {
  await using made = await testCluster()
  const states: SupervisedState[] = []
  await using supervisor = superviseCluster({
    start: async (signal) => startCluster({ ...made, port: await testPort(), signal }),
    onState: (state) => states.push(state),
    backoffMs: [10, 20],
    maxCrashes: 1,
  })
  const first = await supervisor.settled()
  kill(first)
  await expect
    .poll(() => [supervisor.state(), supervisor.current() !== first], patient)
    .toEqual(['running', true])
  kill(supervisor.current())
  await expect.poll(() => supervisor.state(), patient).toBe('failed')
  expect(states.map(({ state }) => state)).toEqual([
    'running',
    'crashed',
    'restarting',
    'running',
    'crashed',
    'failed',
  ])
  expect(states[1]).toMatchObject({ exit: { signal: 'SIGKILL' } })

  supervisor.retry()
  expect((await supervisor.settled())?.pid).toBe(supervisor.current()?.pid)
  await supervisor.stop()
  expect(supervisor.current()).toBeUndefined()
  expect(states.at(-1)).toEqual({ state: 'stopped' })
  expect(await findClustersUnder(made.clusterDir)).toEqual([])
})

test('a cluster that was left alone is tried again after a rest', async () => {
  await using made = await testCluster()
  const states: string[] = []
  await using supervisor = superviseCluster({
    start: async (signal) => startCluster({ ...made, port: await testPort(), signal }),
    onState: ({ state }) => states.push(state),
    maxCrashes: 0,
    restMs: 10,
  })
  const first = await supervisor.settled()
  kill(first)
  await expect
    .poll(() => [supervisor.state(), supervisor.current() !== first], patient)
    .toEqual(['running', true])
  expect(states).toEqual(['running', 'crashed', 'failed', 'running'])
  // its record is clean, so one more crash is one
  kill(supervisor.current())
  await expect.poll(() => states.slice(4), patient).toEqual(['crashed', 'failed', 'running'])
})

test('a crash that a server survives itself is told each time', async () => {
  await using made = await testCluster()
  await using cluster = await startCluster({ ...made, port: await testPort() })
  let crashes = 0
  const end = watchSessionCrashes({ ...cluster, lookMs: 20 }, () => (crashes += 1))
  // neither is a crash
  await countAfter(made, cluster.port, 'select 1')
  cluster.reload()
  await crashInside(cluster)
  await expect.poll(() => crashes, patient).toBe(1)
  await expect
    .poll(() => countAfter(made, cluster.port, 'select 1 as one').catch(() => []), patient)
    .toEqual([{ one: 1 }])
  await crashInside(cluster)
  await expect.poll(() => crashes, patient).toBe(2)
  end()
})

test('a supervised cluster that cannot start fails with the reason', async () => {
  await using made = await testCluster()
  await using supervisor = superviseCluster({
    start: async () =>
      startCluster({ ...made, port: await testPort(), settings: { no_such: '1' } }),
    onState: () => undefined,
    backoffMs: [1],
    maxCrashes: 1,
  })
  expect(await supervisor.settled()).toBeUndefined()
  expect(supervisor.state()).toBe('failed')
})

test('stopping while a start is under way leaves nothing behind', async () => {
  await using made = await testCluster()
  const supervisor = superviseCluster({
    start: async (signal) => startCluster({ ...made, port: await testPort(), signal }),
    onState: () => undefined,
  })
  await new Promise((resolve) => setTimeout(resolve, 40))
  await supervisor.stop()
  expect(await findClustersUnder(made.clusterDir)).toEqual([])
  await expect(
    startCluster({ ...made, port: await testPort(), signal: AbortSignal.abort() }),
  ).rejects.toEqual(code('ABORTED'))
})

test('told to stop in the moment it is made, a supervisor ends what it was given', async () => {
  await using made = await testCluster()
  const start = async () => startCluster({ ...made, port: await testPort() })
  const cluster = await start()
  await superviseCluster({ cluster, start, onState: () => undefined }).stop()
  expect(await findClustersUnder(made.clusterDir)).toEqual([])
})
