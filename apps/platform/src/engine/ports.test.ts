import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApp, runningApp } from '#test/running-app.ts'
import { portForNew, portInstead } from './ports.ts'

let t: RunningApp
let ref: string
beforeAll(async () => {
  t = await runningApp({ router: () => ({}) })
  const { organization } = await t.cast()
  ;({ ref } = await t.makeRunningProject(organization))
})
afterAll(() => t[Symbol.asyncDispose]())

/** Another program that listens where it likes. */
async function stranger(port: number) {
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port,
    leave: () => server.close(),
    [Symbol.asyncDispose]: async () => void server.close(),
  }
}

async function paused() {
  await t.parts.lifecycle.begin(await t.rowOf(ref), { kind: 'pause', requestedBy: null })
  expect(await t.settled(ref)).toBe('INACTIVE')
  return (await t.rowOf(ref)).port
}
const restore = async () =>
  t.parts.lifecycle.begin(await t.rowOf(ref), { kind: 'restore', requestedBy: null })

test('a port that somebody just gives back stays the port of its project', async () => {
  const port = await paused()
  await using other = await stranger(port)
  await restore()
  setTimeout(other.leave, 300)
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  expect((await t.rowOf(ref)).port).toBe(port)
})

test('a project whose port another program keeps moves, and its people can read so', async () => {
  const port = await paused()
  await using other = await stranger(port)
  expect(other.port).toBe(port)
  await restore()
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  const { port: now } = await t.rowOf(ref)
  expect(now).not.toBe(port)
  const told = await t.db
    .selectFrom('audit_log')
    .select(['action', 'via', 'target'])
    .where('project_ref', '=', ref)
    .where('action', '=', 'projects.portTaken')
    .execute()
  expect(told).toMatchObject([{ via: 'platform', target: { from: port, to: now } }])
})

test('no project is given a port that is promised to another or taken', async () => {
  const first = (await portForNew('a host', 1, new Set())) ?? 0
  const second = (await portForNew('a host', 1, new Set([first]))) ?? 0
  expect(second).toBeGreaterThan(first)
  await using other = await stranger(second)
  expect(other.port).toBe(second)
  const third = await portForNew('a host', 1, new Set([first]))
  expect(third).toBeGreaterThan(second)
  const promised = new Set([await portInstead(first, { promised: new Set(), host: '127.0.0.1' })])
  expect(promised).not.toContain(await portInstead(first, { promised, host: '127.0.0.1' }))
})
