import type { Disk, DiskConfigView, DiskUsage } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersOf } from '#test/answers.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { diskHandlers } from './handlers.ts'
import { GB } from './service.ts'

let t: RunningApp
const router = (parts: RunningParts) => ({ disk: diskHandlers(parts) })
beforeAll(async () => {
  t = await runningApp({ router })
})
afterAll(() => t[Symbol.asyncDispose]())

const gp3 = (size_gb: number, part: object = {}) => ({
  attributes: { type: 'gp3', size_gb, iops: 3000, throughput_mbps: 125, ...part },
})
const growth = { growth_percent: 20, min_increment_gb: 2, max_size_gb: 100 }
const pathOf = (ref: string) => `/platform/projects/${ref}/disk`

async function scene() {
  const { organization, as } = await t.cast()
  const project = await t.makeProject(organization)
  return { organization, as, project, path: pathOf(project.ref) }
}

test('every call answers for member, stranger, nobody and a bad body', async () => {
  const { as, path } = await scene()
  const config = `${path}/custom-config`
  const answers = await answersOf(t.call, as, [
    { method: 'GET', path },
    { method: 'POST', path, body: gp3(8), bad: gp3(8, { colour: 'red' }) },
    { method: 'GET', path: config },
    { method: 'POST', path: config, body: growth, bad: { ...growth, growth_percent: 101 } },
    { method: 'GET', path: `${path}/util` },
  ])
  expect(answers).toMatchInlineSnapshot(`
    {
      "GET /platform/projects/…/disk": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /platform/projects/…/disk/custom-config": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /platform/projects/…/disk/util": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "POST /platform/projects/…/disk": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 200",
      "POST /platform/projects/…/disk/custom-config": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 200",
    }
  `)
})

test('whoever may not change the infrastructure may look at it', async () => {
  const { organization, path } = await scene()
  const developer = await t.makeMember(organization, 'developer')
  expect((await t.call('GET', path, { as: developer.as })).status).toBe(200)
  for (const [where, body] of [
    [path, gp3(8)],
    [`${path}/custom-config`, growth],
  ] as const) {
    const { status, body: refusal } = await t.call('POST', where, { as: developer.as, body })
    expect([status, refusal.data]).toEqual([403, { permission: 'infra:write' }])
  }
})

test('a disk is what its plan includes until it is changed', async () => {
  const { organization, as, path } = await scene()
  const show = () => t.call<Disk>('GET', path, { as: as.member })
  expect((await show()).body).toMatchObject({
    ...gp3(1),
    last_modified_at: null,
    modifiable_at: null,
    price: { storage_usd: 0, total_usd: 9.68 },
  })
  await t.db
    .updateTable('organizations')
    .set({ plan: 'team' })
    .where('id', '=', organization.id)
    .execute()
  expect((await show()).body.attributes.size_gb).toBe(8)
})

test('a change holds at once, and the next one waits for six hours', async () => {
  const { as, path } = await scene()
  const change = (sizeGb: number) =>
    t.call<Disk>('POST', path, { as: as.member, body: gp3(sizeGb) })
  const changedAt = t.parts.clock().getTime()
  const first = await change(8)
  expect(first.body).toMatchObject({ ...gp3(8), price: { storage_usd: 0.88 } })
  expect(Date.parse(first.body.last_modified_at ?? '')).toBeGreaterThanOrEqual(changedAt)

  const second = await t.call('POST', path, { as: as.member, body: gp3(9) })
  expect([second.status, second.body.code]).toEqual([409, 'DISK_COOLDOWN'])
  expect(second.body.data?.['modifiable_at']).toBe(first.body.modifiable_at)

  t.time.aheadMs += 6 * 60 * 60 * 1000
  const third = await change(9)
  expect([third.status, third.body.attributes.size_gb]).toEqual([200, 9])
})

test('the audit log keeps what was asked for, and nothing that nobody declared', async () => {
  const { as, project, path } = await scene()
  const deep = gp3(8, { password: 'typed by mistake', more: { deeper: 1 } })
  for (const body of [deep, gp3(8)]) await t.call('POST', path, { as: as.member, body })
  const entries = await t.db
    .selectFrom('audit_log')
    .select(['outcome', 'target'])
    .where('project_ref', '=', project.ref)
    .where('action', '=', 'disk.update')
    .orderBy('id')
    .execute()
  const target = { ref: project.ref, ...gp3(8) }
  expect(entries).toEqual([
    { outcome: 'failed', target },
    { outcome: 'succeeded', target },
  ])
})

test('two changes at once are one', async () => {
  const { as, path } = await scene()
  const ask = (sizeGb: number) => t.call('POST', path, { as: as.member, body: gp3(sizeGb) })
  const answers = await Promise.all([8, 9, 10, 11].map(ask))
  const counts = Map.groupBy(answers, ({ status }) => status)
  expect([counts.get(200)?.length, counts.get(409)?.length]).toEqual([1, 3])
})

test('a change to what the disk is already took its next six hours', async () => {
  const { as, path, organization } = await scene()
  const byId = t.db.updateTable('organizations').where('id', '=', organization.id)
  await byId.set({ plan: 'team' }).execute()
  const refused = await t.call('POST', path, { as: as.member, body: gp3(8) })
  expect([refused.status, refused.body.data?.fields]).toEqual([
    422,
    { attributes: ['The disk has this size and speed already'] },
  ])
  expect((await t.call('POST', path, { as: as.member, body: gp3(9) })).status).toBe(200)
})

test('what is wrong is told by field', async () => {
  const { as, path, project } = await scene()
  const fields = async (body: object) => {
    const answer = await t.call('POST', path, { as: as.member, body })
    return answer.body.data?.fields
  }
  expect(await fields(gp3(7))).toEqual({ 'attributes.size_gb': ['Use at least 8 GB'] })
  expect(await fields(gp3(8.5))).toEqual({ 'attributes.size_gb': ['Use a whole number'] })
  expect(await fields(gp3(8, { iops: 4000, throughput_mbps: 200 }))).toEqual({
    'attributes.iops': ['Micro compute cannot use more than 3,000 IOPS'],
    'attributes.throughput_mbps': ['Micro compute cannot use more than 125 MB/s'],
  })
  const io2 = { type: 'io2', size_gb: 8, iops: 1500 }
  expect(await fields({ attributes: { ...io2, throughput_mbps: 125 } })).toHaveProperty([
    'attributes',
  ])
  expect(await fields({ attributes: { ...io2, iops: 9000 } })).toEqual({
    'attributes.iops': ['8 GB allow at most 4,000 IOPS'],
  })

  await t.call('POST', path, { as: as.member, body: gp3(10) })
  t.time.aheadMs += 6 * 60 * 60 * 1000
  expect(await fields(gp3(9))).toEqual({
    'attributes.size_gb': ['A disk cannot shrink: it has 10 GB now'],
  })
  expect((await t.rowOf(project.ref)).instance_size).toBe('micro')
})

test('nobody is promised more than the machine has', async () => {
  const { as, path } = await scene()
  const { body } = await t.call<Disk>('GET', path, { as: as.member })
  const room = Math.floor(body.machine_free_bytes / GB)
  const refused = await t.call('POST', path, { as: as.member, body: gp3(16_384) })
  expect(refused.status).toBe(422)
  const [message] = refused.body.data?.fields?.['attributes.size_gb'] ?? []
  expect(message).toMatch(/^This machine's disk has room for at most \d+ GB$/)
  // others write on the same disk meanwhile
  expect(Number(/\d+/.exec(message ?? '')?.[0])).toBeCloseTo(room, -1)
})

test('how a disk grows is kept, and null is the default again', async () => {
  const { as, path } = await scene()
  const config = `${path}/custom-config`
  const shown = async () => (await t.call<DiskConfigView>('GET', config, { as: as.member })).body
  const defaults = { growth_percent: 50, min_increment_gb: 4, max_size_gb: 60_000 }
  const none = { growth_percent: null, min_increment_gb: null, max_size_gb: null }
  const untouched = {
    ...none,
    effective: defaults,
    grows_automatically: false,
    next_size_gb: 5,
  }
  expect(await shown()).toEqual(untouched)

  const body = { ...growth, min_increment_gb: null }
  const saved = await t.call<DiskConfigView>('POST', config, { as: as.member, body })
  expect(saved.body).toEqual({
    ...body,
    effective: { ...growth, min_increment_gb: 4 },
    grows_automatically: true,
    next_size_gb: 5,
  })
  expect(await shown()).toEqual(saved.body)
  await t.call('POST', config, { as: as.member, body: none })
  expect(await shown()).toEqual(untouched)
})

test('a disk cannot be kept below what it is', async () => {
  const { as, path } = await scene()
  await t.call('POST', path, { as: as.member, body: gp3(20) })
  const body = { ...growth, max_size_gb: 19 }
  const refused = await t.call('POST', `${path}/custom-config`, { as: as.member, body })
  expect(refused.body.data?.fields).toEqual({
    max_size_gb: ['Use at least 20 GB, which the disk has now'],
  })
})

test('what takes up the disk is told apart', async () => {
  const { organization, as } = await t.cast()
  const project = await t.makeRunningProject(organization)
  const path = `${pathOf(project.ref)}/util`
  const used = async () => (await t.call<DiskUsage>('GET', path, { as: as.member })).body
  const before = await used()
  expect(before.metrics.fs_size_bytes).toBe(GB)
  expect(before.metrics.fs_used_bytes).toBe(
    before.database_bytes + before.wal_bytes + before.other_bytes,
  )
  expect(before).toMatchObject({ is_complete: true, is_readonly_mode_enabled: false })

  await t.inside(project.ref, (client) =>
    client.query(
      `create unlogged table big as select repeat('x', 1000) from generate_series(1, 20000)`,
    ),
  )
  const after = await used()
  expect(after.database_bytes - before.database_bytes).toBeGreaterThan(20_000_000)
  expect(after.wal_bytes).toBeGreaterThanOrEqual(before.wal_bytes)
})
