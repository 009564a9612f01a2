import type { ResourceWarning } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diskHandlers } from '#app/control/disk/handlers.ts'
import { GB, totalBytes } from '#app/control/disk/service.ts'
import type { BusMessage } from '#app/db/bus.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { resourceHandlers } from './handlers.ts'
import { createMonitor, type Monitor } from './monitor.ts'

const READ_ONLY_TRANSACTION = '25006'
const ENDED_BY_ADMINISTRATOR = '57P01'
const MB = 1024 ** 2

let t: RunningApp
let monitor: Monitor
const router = (parts: RunningParts) => ({
  resources: resourceHandlers(parts),
  disk: diskHandlers(parts),
})
beforeAll(async () => {
  t = await runningApp({ router })
  // every look counts: nothing remembered from the one before
  monitor = createMonitor({ ...t.parts, diskMs: 0 })
})
afterAll(async () => {
  await monitor.stop()
  await t[Symbol.asyncDispose]()
})

/** Leaves a project so much room, and says how large its disk is then. */
async function leave(project: { id: string; ref: string }, roomBytes: number) {
  const used = totalBytes(await t.engine.diskUsage(project.ref))
  const size_gb = (used + roomBytes) / GB
  const row = { type: 'gp3', size_gb, iops: 3000, throughput_mbps: 125 }
  const growth = { growth_percent: null, min_increment_gb: null, max_size_gb: null }
  await t.db
    .insertInto('project_disks')
    .values({ project_id: project.id, ...row, ...growth })
    .onConflict((oc) => oc.column('project_id').doUpdateSet(row))
    .execute()
  return size_gb
}

// no WAL is written of it, so what it takes up is what it holds
const FILL = `create unlogged table filling as
  select repeat('x', 1000) as text from generate_series(1, 60000)`
const WRITE = 'create table written (id int)'

const fails = (ref: string, sql: string) =>
  t.inside(ref, (client) =>
    client.query(sql).then(
      () => undefined,
      (error: { code: string }) => error.code,
    ),
  )

type Warnings = ResourceWarning[]

test('a full project is read-only and says so, until its disk is larger', async () => {
  const { organization, as } = await t.cast()
  const project = await t.makeRunningProject(organization)
  const heard: BusMessage[] = []
  const unsubscribe = t.parts.bus.subscribe((message) => heard.push(message))
  const path = `/platform/projects/${project.ref}/disk`
  const warnings = () =>
    t.call<Warnings>('GET', '/platform/projects-resource-warnings', { as: as.member })

  await leave(project, 60 * MB)
  await monitor.look()
  expect(await fails(project.ref, WRITE)).toBeUndefined()
  expect((await warnings()).body).toEqual([])

  await t.inside(project.ref, (client) => client.query(FILL))
  await monitor.look()
  expect(await fails(project.ref, 'insert into written values (1)')).toBe(READ_ONLY_TRANSACTION)
  const warning = {
    project: project.ref,
    organization_slug: organization.slug,
    is_readonly_mode_enabled: true,
    disk_space_exhaustion: 'critical',
    cpu_exhaustion: null,
  }
  expect((await warnings()).body).toEqual([expect.objectContaining(warning)])
  const usage = await t.call<{ is_readonly_mode_enabled: boolean }>('GET', `${path}/util`, {
    as: as.member,
  })
  expect(usage.body.is_readonly_mode_enabled).toBe(true)
  await expect
    .poll(() => heard.filter(({ topic }) => topic === 'resource-warning'))
    .toEqual([
      expect.objectContaining({ ref: project.ref, warning: expect.objectContaining(warning) }),
    ])
  unsubscribe()

  const attributes = { type: 'gp3', size_gb: 8, iops: 3000, throughput_mbps: 125 }
  const grown = await t.call('POST', path, { as: as.member, body: { attributes } })
  expect(grown.status).toBe(200)
  await monitor.look()
  expect(await fails(project.ref, 'insert into written values (1)')).toBeUndefined()
  expect((await warnings()).body).toEqual([])

  const acts = await t.db
    .selectFrom('audit_log')
    .select(['action', 'via'])
    .where('project_ref', '=', project.ref)
    .where('via', '=', 'platform')
    .orderBy('id')
    .execute()
  expect(acts.map(({ action }) => action)).toEqual([
    'resources.readOnlyOn',
    'resources.readOnlyOff',
  ])
})

test('it is over, too, once there is room again', async () => {
  const { organization } = await t.cast()
  const project = await t.makeRunningProject(organization)
  await leave(project, 60 * MB)
  await t.inside(project.ref, (client) => client.query(FILL))
  await monitor.look()
  expect(await fails(project.ref, 'drop table filling')).toBe(READ_ONLY_TRANSACTION)

  // one session may say that it writes nevertheless: that is the way to make room
  await t.inside(project.ref, async (client) => {
    await client.query('set default_transaction_read_only = off')
    await client.query('drop table filling')
  })
  await monitor.look()
  expect(await fails(project.ref, WRITE)).toBeUndefined()
})

test('an owner cannot make an exception of his roles and databases', async () => {
  const { organization } = await t.cast()
  const project = await t.makeRunningProject(organization)
  await leave(project, 60 * MB)
  await t.inside(project.ref, async (client) => {
    await client.query('alter database postgres set default_transaction_read_only = off')
    await client.query('alter role postgres set default_transaction_read_only = 0')
    await client.query(FILL)
  })
  await monitor.look()
  expect(await fails(project.ref, WRITE)).toBe(READ_ONLY_TRANSACTION)
})

test('a transaction that writes on to a full disk is ended, one that reads is not', async () => {
  const { organization } = await t.cast()
  const project = await t.makeRunningProject(organization)
  await leave(project, 20 * MB)
  await monitor.look()
  await t.inside(project.ref, (reader) =>
    t.inside(project.ref, async (writer) => {
      const failed = new Promise<Error>((resolve) => writer.on('error', resolve))
      await reader.query('begin')
      await reader.query('select 1')
      await writer.query('begin')
      await writer.query(FILL)
      await monitor.look()
      expect(await failed).toMatchObject({ code: ENDED_BY_ADMINISTRATOR })
      expect((await reader.query('select 2 as two')).rows).toEqual([{ two: 2 }])
    }),
  )
  // what it had written goes with it, a moment after its client was told
  await expect
    .poll(
      async () => {
        await monitor.look()
        return fails(project.ref, WRITE)
      },
      { timeout: 20_000 },
    )
    .toBeUndefined()
})

test('a disk of a paid plan grows by itself, at most every six hours', async () => {
  const { organization, as } = await t.cast()
  await t.db
    .updateTable('organizations')
    .set({ plan: 'pro' })
    .where('id', '=', organization.id)
    .execute()
  const project = await t.makeRunningProject(organization)
  const path = `/platform/projects/${project.ref}/disk`
  type Shown = { attributes: { size_gb: number }; modifiable_at: string | null }
  const shown = () => t.call<Shown>('GET', path, { as: as.member })

  const size = await leave(project, 60 * MB)
  await t.inside(project.ref, (client) => client.query(FILL))
  await monitor.look()
  expect((await shown()).body.attributes.size_gb).toBe(Math.ceil(size + 4))
  expect(await fails(project.ref, WRITE)).toBeUndefined()
  const act = await t.db
    .selectFrom('audit_log')
    .select(['action', 'via', 'target', 'actor_id'])
    .where('project_ref', '=', project.ref)
    .executeTakeFirstOrThrow()
  const target = { from_gb: size, to_gb: Math.ceil(size + 4) }
  expect(act).toEqual({ action: 'disk.grow', via: 'platform', actor_id: null, target })

  await leave(project, 0)
  await monitor.look()
  expect(await fails(project.ref, 'drop table written')).toBe(READ_ONLY_TRANSACTION)
  t.time.aheadMs += 6 * 60 * 60 * 1000
  await monitor.look()
  expect(await fails(project.ref, 'drop table written')).toBeUndefined()
  expect((await shown()).body.modifiable_at).not.toBeNull()
})
