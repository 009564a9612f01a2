import type { Metrics, ResourceWarning } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventFor } from '#app/control/events/handlers.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { resourceHandlers } from './handlers.ts'
import { atEase, presentWarning, type Standing } from './judge.ts'
import { createMonitor, type Monitor } from './monitor.ts'
import { resourceStore } from './store.ts'

const WARNINGS = '/platform/projects-resource-warnings'
const HOUR_MS = 60 * 60 * 1000

let t: RunningApp
let monitor: Monitor
const router = (parts: RunningParts) => ({ resources: resourceHandlers(parts) })
beforeAll(async () => {
  t = await runningApp({ router })
  monitor = createMonitor(t.parts)
})
afterAll(async () => {
  await monitor.stop()
  await t[Symbol.asyncDispose]()
})

const stand = (projectId: string, standing: Partial<Standing>) =>
  resourceStore(t.db).saveStanding(projectId, { ...atEase, ...standing }, t.parts.clock())

test('what a project uses is measured and shown', async () => {
  const { organization, as } = await t.cast()
  const project = await t.makeRunningProject(organization)
  const path = `/platform/projects/${project.ref}/infra-monitoring`
  const show = (query: string) => t.call<Metrics>('GET', `${path}?${query}`, { as: as.member })

  await monitor.look()
  await t.inside(project.ref, async (client) => {
    await client.query('select count(*) from generate_series(1, 1000000)')
    t.time.aheadMs += 1000
    await monitor.look()
  })
  const start = new Date(t.parts.clock().getTime() - 60_000).toISOString()
  const { body } = await show(
    `attributes=cpu_usage,ram_usage,disk_usage,connections&start=${start}`,
  )
  expect(body.interval).toBe('15s')
  expect(body.data.length).toBeLessThanOrEqual(5)
  const last = body.data.filter(({ values }) => values.cpu_usage !== null).at(-1)
  expect(last?.values.cpu_usage).toBeGreaterThan(0)
  expect(last?.values.ram_usage).toBeGreaterThan(1)
  expect(last?.values.disk_usage).toBeGreaterThan(1)
  expect(body.series.connections).toMatchObject({ unit: 'count', limit: 30 })
  expect(body.series.connections?.maximum).toBeGreaterThan(0)
})

test('samples are summed up by the minute, and the old ones go', async () => {
  const { organization } = await t.cast()
  const project = await t.makeRunningProject(organization)
  const own = createMonitor(t.parts)
  await own.look()
  t.time.aheadMs += 60_000
  await own.look()
  const minutes = () =>
    t.db
      .selectFrom('resource_minutes')
      .select(['taken_at', 'ram_bytes'])
      .where('project_id', '=', project.id)
      .execute()
  expect(await minutes()).toHaveLength(1)
  expect((await minutes())[0]?.ram_bytes).toBeGreaterThan(1_000_000)

  t.time.aheadMs += 25 * HOUR_MS
  await own.look()
  const samples = await t.db
    .selectFrom('resource_samples')
    .select('taken_at')
    .where('project_id', '=', project.id)
    .execute()
  expect(samples).toHaveLength(1)
  expect((await minutes()).length).toBeGreaterThan(1)
  t.time.aheadMs += 8 * 24 * HOUR_MS
  await own.look()
  expect(await minutes()).toHaveLength(0)
  await own.stop()
})

test('a busy project warns, and everybody who may see it hears', async () => {
  const { organization, owner, stranger, as } = await t.cast()
  const project = await t.makeRunningProject(organization)
  const at = t.parts.clock().getTime()
  const busy = Array.from({ length: 5 }, (_, index) => ({
    project_id: project.id,
    taken_at: new Date(at - (index + 1) * 15_000),
    cpu_usage: 100,
    ram_usage: 10,
    disk_io: 10,
    disk_usage: 10,
    connections: 1,
    ram_bytes: 1,
    disk_bytes: 1,
    disk_read: 0,
    disk_write: 0,
    disk_iops: 0,
  }))
  await resourceStore(t.db).addSamples(busy)
  const next = Promise.withResolvers<Parameters<typeof eventFor>[0]>()
  const unsubscribe = t.parts.bus.subscribe((message) => {
    if (message.topic === 'resource-warning' && message['ref'] === project.ref)
      next.resolve(message)
  })
  await monitor.look()
  const message = await next.promise
  unsubscribe()

  const { body } = await t.call<ResourceWarning[]>('GET', WARNINGS, { as: as.member })
  const warning = presentWarning(
    { ref: project.ref, organization_slug: organization.slug },
    { ...atEase, cpu_exhaustion: 'critical' },
  )
  expect(body).toEqual([warning])
  const actor = (person: { id: string; name: string; email: string }, slug: string) => ({
    ...person,
    grants: [{ organization_slug: slug, role: 'owner' as const, project_refs: null }],
    scopes: undefined,
    via: { kind: 'session' as const, id: '' },
  })
  expect(eventFor(message, actor(owner, organization.slug))).toMatchObject({ warning })
  expect(eventFor(message, actor(stranger, 'elsewhere'))).toBeUndefined()

  // a token that may not read projects hears nothing of them, whoever made it
  const made = await t.call<{ token: string }>('POST', '/platform/access-tokens', {
    as: as.member,
    body: { name: 'Logs', scopes: ['logs:read'] },
  })
  const narrow = await t.call('GET', WARNINGS, { as: { token: made.body.token } })
  expect([narrow.status, narrow.body]).toEqual([200, []])
  const scopes = ['logs:read' as const]
  expect(eventFor(message, { ...actor(owner, organization.slug), scopes })).toBeUndefined()
})

test('a project without a server is passed over', async () => {
  const { organization } = await t.cast()
  const broken = await t.makeProject(organization)
  const project = await t.makeRunningProject(organization)
  await monitor.look()
  const measured = await t.db.selectFrom('resource_samples').select('project_id').execute()
  expect(measured).toContainEqual({ project_id: project.id })
  expect(measured).not.toContainEqual({ project_id: broken.id })
})

test('warnings are of running projects that one can see', async () => {
  const { organization, as } = await t.cast()
  const [seen, hidden, paused, calm] = await Promise.all(
    ['Seen', 'Hidden', 'Paused', 'Calm'].map((name) => t.makeProject(organization, name)),
  )
  if (!seen || !hidden || !paused || !calm) throw new Error('four were made')
  for (const { id } of [seen, hidden, paused]) await stand(id, { cpu_exhaustion: 'warning' })
  await stand(calm.id, {})
  await t.db
    .updateTable('projects')
    .set({ status: 'INACTIVE' })
    .where('id', '=', paused.id)
    .execute()
  const scoped = await t.makeMember(organization, 'read_only', [seen.ref])
  const refs = async (who: Parameters<typeof t.call>[2]) => {
    const { body } = await t.call<ResourceWarning[]>('GET', WARNINGS, who)
    return body.map(({ project }) => project).toSorted()
  }
  expect(await refs({ as: as.member })).toEqual([seen.ref, hidden.ref].toSorted())
  expect(await refs({ as: scoped.as })).toEqual([seen.ref])
  expect(await refs({ as: as.stranger })).toEqual([])
  expect((await t.call('GET', WARNINGS)).status).toBe(401)
})

test('who may see the numbers, and what can be asked', async () => {
  const { organization, as } = await t.cast()
  const { ref } = await t.makeProject(organization)
  const path = `/platform/projects/${ref}/infra-monitoring`
  const reader = await t.makeMember(organization, 'read_only')
  expect((await t.call('GET', path, { as: reader.as })).status).toBe(200)
  expect((await t.call('GET', path, { as: as.stranger })).body.code).toBe('PROJECT_NOT_FOUND')
  expect((await t.call('GET', path)).status).toBe(401)
  const fields = async (query: string) => {
    const { status, body } = await t.call('GET', `${path}?${query}`, { as: as.member })
    return [status, ...Object.keys(body.data?.fields ?? {})]
  }
  expect(await fields('attributes=')).toEqual([422, 'attributes'])
  expect(await fields('attributes=cpu_usage,passwords')).toEqual([422, 'attributes.1'])
  expect(await fields('start=yesterday')).toEqual([422, 'start'])
  expect(await fields('interval=1s')).toEqual([422, 'interval'])
  expect(await fields('start=2020-01-01T00:00:00Z&interval=1m')).toEqual([422, 'interval'])
  expect(await fields('start=2200-01-01T00:00:00Z')).toEqual([422, 'start'])
  expect(await fields('start=2020-01-01T00:00:00Z&interval=1d')).toEqual([422, 'interval'])
  expect(await fields('colour=red')).toEqual([422, ''])
})
