import { execFileSync } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectHandlers } from '#app/control/projects/handlers.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { createReconciler } from './reconciler.ts'

type Health = { database_log: string[]; database_keeps_crashing: boolean }
type Reconciler = ReturnType<typeof createReconciler>

const patient = { timeout: 20_000, interval: 20 }
// a crash that a server survives is looked for once a second
const BETWEEN_LOOKS_MS = 1_500

let t: RunningApp
let reconciler: Reconciler
beforeAll(async () => {
  t = await runningApp({
    router: (parts: RunningParts) => ({
      projects: projectHandlers({ ...parts, databaseHost: '127.0.0.1', gatewayUrl: '' }).projects,
    }),
  })
  reconciler = createReconciler(t.parts)
  await reconciler.start()
})
afterAll(async () => {
  reconciler.stop()
  await t[Symbol.asyncDispose]()
})

const statusOf = async (ref: string) => (await t.rowOf(ref)).status

async function crash(ref: string) {
  const { state, ...found } = t.engine.observe(ref)
  if (state !== 'running' || !('pid' in found)) throw new Error(`It is ${state}`)
  process.kill(found.pid, 'SIGKILL')
  const isAnother = () => {
    const now = t.engine.observe(ref)
    return now.state === 'running' && now.pid !== found.pid
  }
  await expect.poll(isAnother, patient).toBe(true)
}

test('a single crash is mended by itself', async () => {
  const { organization } = await t.cast()
  const { ref } = await t.makeRunningProject(organization)
  await t.inside(ref, (client) => client.query('create table kept as select 1 as one'))
  await crash(ref)
  await expect.poll(() => statusOf(ref), patient).toBe('ACTIVE_HEALTHY')
  expect(t.engine.observe(ref)).toMatchObject({ state: 'running', keepsCrashing: false })
  const { rows } = await t.inside(ref, (client) => client.query('select * from kept'))
  expect(rows).toEqual([{ one: 1 }])
})

test('a database that keeps crashing is unhealthy though it answers, until it is restarted', async () => {
  const { organization, as } = await t.cast()
  const project = await t.makeRunningProject(organization)
  const { ref } = project
  const health = async () => {
    const path = `/platform/projects/${ref}/health`
    const { body } = await t.call<Health>('GET', path, { as: as.member })
    return body
  }
  for (let count = 0; count < 3; count += 1) await crash(ref)
  await expect.poll(() => statusOf(ref), patient).toBe('ACTIVE_UNHEALTHY')
  // what looks at every project now and then agrees
  await reconciler.look()
  expect(await statusOf(ref)).toBe('ACTIVE_UNHEALTHY')
  const { database_log, database_keeps_crashing } = await health()
  expect(database_keeps_crashing).toBe(true)
  expect(database_log.join('\n')).toContain('automatic recovery in progress')

  const row = await t.rowOf(ref)
  await t.parts.lifecycle.begin(row, { kind: 'restart', requestedBy: null })
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  expect(await health()).toMatchObject({ database_log: [], database_keeps_crashing: false })
})

test('sessions that crash a server again and again make it unhealthy as well', async () => {
  const { organization } = await t.cast()
  const { ref } = await t.makeRunningProject(organization)
  const crashSession = () =>
    t.inside(ref, async (client) => {
      client.on('error', () => undefined)
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      if (!rows[0]) throw new Error('It has a pid')
      process.kill(rows[0].pid, 'SIGKILL')
      await expect(client.query('select pg_sleep(10)')).rejects.toBeInstanceOf(Error)
    })
  let crashes = 0
  while ((await statusOf(ref)) === 'ACTIVE_HEALTHY' && crashes < 10) {
    await expect
      .poll(
        () =>
          crashSession().then(
            () => true,
            () => false,
          ),
        patient,
      )
      .toBe(true)
    crashes += 1
    await sleep(BETWEEN_LOOKS_MS)
  }
  expect(await statusOf(ref)).toBe('ACTIVE_UNHEALTHY')
  expect(crashes).toBeGreaterThanOrEqual(3)
})

test('a page that waited for the data API was not told when it was there', async () => {
  const { ref } = await t.makeRunningProject((await t.cast()).organization)
  const told: boolean[] = []
  t.parts.bus.subscribe((message) => {
    if (message.topic === 'project' && message['ref'] === ref) told.push(t.engine.isRestOnline(ref))
  })
  const [line] = execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((each) => each.includes(`/${ref}/rest-`))
  process.kill(Number.parseInt(line ?? '', 10), 'SIGKILL')
  await expect.poll(() => told, patient).toContain(true)
  expect(await statusOf(ref)).toBe('ACTIVE_HEALTHY')
})
