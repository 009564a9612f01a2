import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectRow } from '#app/base/context.ts'
import { placementOf } from '#app/lifecycle/placement.ts'
import { gatewayFor, type TestGateway } from '#test/gateway.ts'
import { type RunningApp, runningApp } from '#test/running-app.ts'
import type { Placement } from './engine.ts'

let t: RunningApp
let g: TestGateway
let project: ProjectRow

beforeAll(async () => {
  t = await runningApp({ router: () => ({}) })
  g = await gatewayFor(t)
  project = await t.makeRunningProject((await t.cast()).organization)
  await t.inside(project.ref, (client) =>
    client.query(`
      create table books (id int primary key);
      insert into books select generate_series(1, 20);
      create function nap(seconds float) returns text language sql as
        $$ select pg_sleep(seconds); select 'awake'::text $$`),
  )
})
afterAll(async () => {
  await g[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

/** PostgREST processes of the project, by the file each was started with. */
const pids = () =>
  execFileSync('ps', ['-axww', '-o', 'pid=,command='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes(`/${project.ref}/rest-`))
    .map((line) => Number.parseInt(line, 10))

async function placement(rest: Partial<Placement['rest']> = {}): Promise<Placement> {
  const present = placementOf(t.parts.secrets, await t.rowOf(project.ref))
  return { ...present, rest: { ...present.rest, ...rest } }
}

async function ask(path: string) {
  const { service_role: key } = await g.keysOf(project.ref)
  return g.ask(project.ref, path, { headers: { apikey: key } })
}
const statusOf = async (path: string) => (await ask(path)).status
const patience = { timeout: 15_000, interval: 50 }

test('it runs as the project’s own account, with nothing secret in its arguments', async () => {
  const [pid] = pids()
  const user = execFileSync('ps', ['-o', 'uid=', '-p', String(pid)], { encoding: 'utf8' })
  const isRoot = process.getuid?.() === 0
  const own = placementOf(t.parts.secrets, await t.rowOf(project.ref)).osUid
  expect(Number(user)).toBe(isRoot ? own : process.getuid?.())
  const args = execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  const { secrets, gatewayKey } = await placement()
  for (const secret of [gatewayKey, secrets.authenticator]) expect(args).not.toContain(secret)
  expect(pids()).toHaveLength(1)
})

test('killed, it comes back by itself', async () => {
  await expect.poll(() => statusOf('/books'), patience).toBe(200)
  const before = pids()
  for (const pid of before) process.kill(pid, 'SIGKILL')
  await expect.poll(() => t.engine.isRestOnline(project.ref), patience).toBe(false)
  expect(await statusOf('/books')).toBe(503)
  await expect.poll(() => statusOf('/books'), patience).toBe(200)
  expect(pids()).not.toEqual(before)
})

test('it goes with its Postgres, and comes back with it', async () => {
  const observed = t.engine.observe(project.ref)
  if (observed.state !== 'running') throw new Error('Postgres should run')
  process.kill(observed.pid, 'SIGKILL')
  await expect.poll(() => t.engine.isRestOnline(project.ref), patience).toBe(false)
  await expect.poll(() => statusOf('/books'), patience).toBe(200)
  expect(pids()).toHaveLength(1)
})

/** How many naps the database is at. */
const napping = () =>
  t.inside(
    project.ref,
    async (client) => {
      const { rows } = await client.query<{ count: number }>(
        `select count(*)::int as count from pg_stat_activity
          where state = 'active' and query like '%nap%' and pid <> pg_backend_pid()`,
      )
      return rows[0]?.count
    },
    'monitor',
  )

test('other settings are taken over without a request noticing', async () => {
  const { service_role: key } = await g.keysOf(project.ref)
  const statuses = new Set<number>()
  const sizes: number[] = []
  let [isTakenOver, isOver] = [false, false]
  async function reader() {
    while (!isOver) {
      const isAfter = isTakenOver
      const answer = await g.ask(project.ref, '/books', { headers: { apikey: key } })
      statuses.add(answer.status)
      // the table's rows, or an error's object that the status tells of
      const { length } = (await answer.json()) as unknown[]
      if (isAfter) sizes.push(length)
    }
  }
  const readers = Array.from({ length: 6 }, reader)
  const slow = ask('/rpc/nap?seconds=1.5')
  await expect.poll(napping, patience).toBe(1)
  await t.engine.serve(await placement({ maxRows: 3, pool: 4 }))
  isTakenOver = true
  const [newest] = pids().slice(-1)
  await expect.poll(() => sizes.length, patience).toBeGreaterThan(30)
  isOver = true
  await Promise.all(readers)
  expect([...statuses]).toEqual([200])
  expect([...new Set(sizes)]).toEqual([3])
  // what began before is answered by the one it began with, which ends then
  expect(await (await slow).json()).toBe('awake')
  await expect.poll(pids, patience).toEqual([newest])
})

test('settings it cannot start with change nothing', async () => {
  const present = await placement()
  const secrets = { ...present.secrets, authenticator: 'not the password' }
  const before = pids()
  await expect(t.engine.serve({ ...present, secrets })).rejects.toThrow(/data API ended/)
  expect(await statusOf('/books')).toBe(200)
  expect(pids()).toEqual(before)
})

test('stopped, nothing of it is left', async () => {
  await t.engine.stop(project.ref)
  expect(pids()).toEqual([])
  await t.engine.start(await placement())
  await t.engine.serve(await placement())
  expect(await statusOf('/books')).toBe(200)
})
