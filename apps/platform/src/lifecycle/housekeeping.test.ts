import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApp, runningApp } from '#test/running-app.ts'
import { createHousekeeping } from './housekeeping.ts'
import { placementOf } from './placement.ts'

const HOUR_MS = 60 * 60 * 1000

let t: RunningApp
const withPitr = new Set<string>()
let sweep: () => Promise<void>
beforeAll(async () => {
  t = await runningApp({ router: () => ({}) })
  const { sweep: sweepNow } = createHousekeeping({
    ...t.parts,
    pitrDays: async (projectId) => (withPitr.has(projectId) ? 28 : undefined),
    verify: async () => {},
  })
  sweep = sweepNow
})
afterAll(() => t[Symbol.asyncDispose]())

const backups = async (ref: string) => (await t.engine.archives.backups(ref)).length

test('what runs is backed up once a day, healthy or not', async () => {
  const { organization } = await t.cast()
  const healthy = await t.makeRunningProject(organization)
  const unhealthy = await t.makeRunningProject(organization)
  const down = await t.makeRunningProject(organization)
  await t.engine.stop(down.ref)
  for (const { id } of [unhealthy, down])
    await t.db
      .updateTable('projects')
      .set({ status: 'ACTIVE_UNHEALTHY' })
      .where('id', '=', id)
      .execute()
  const counts = () => Promise.all([healthy, unhealthy, down].map(({ ref }) => backups(ref)))

  await sweep()
  expect(await counts(), 'of what was just made').toEqual([0, 0, 0])
  t.time.aheadMs += HOUR_MS
  await sweep()
  await expect.poll(counts, { timeout: 20_000 }).toEqual([1, 1, 0])
  await sweep()
  t.time.aheadMs += 25 * HOUR_MS
  await sweep()
  await expect.poll(counts, { timeout: 20_000 }).toEqual([2, 2, 0])
})

test('a backup that failed was begun again every five minutes', async () => {
  const { organization } = await t.cast()
  const { id, ref } = await t.makeRunningProject(organization)
  t.time.aheadMs += 25 * HOUR_MS
  const failedAt = new Date(Date.now() + t.time.aheadMs)
  await t.db
    .insertInto('operations')
    .values({
      project_id: id,
      kind: 'backup',
      status: 'failed',
      input: '{}',
      steps: '[]',
      state: '{}',
      finished_at: failedAt,
    })
    .execute()
  await sweep()
  const newest = async () => (await t.parts.lifecycle.operations.newestOf(id, 'backup'))?.status
  expect(await newest()).toBe('failed')
  t.time.aheadMs += 1.1 * HOUR_MS
  await sweep()
  await expect.poll(() => backups(ref), { timeout: 20_000 }).toBe(1)
})

test('a backup that takes long to try held up those of other projects', async () => {
  const { organization } = await t.cast()
  await t.makeRunningProject(organization)
  const [begun, trying] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const slow = createHousekeeping({
    ...t.parts,
    pitrDays: async () => undefined,
    verify() {
      begun.resolve()
      return trying.promise
    },
  })
  const first = slow.sweep()
  await begun.promise
  const { ref } = await t.makeRunningProject(organization)
  t.time.aheadMs += HOUR_MS
  void slow.sweep()
  await expect.poll(() => backups(ref), { timeout: 20_000 }).toBe(1)
  trying.resolve()
  await first
})

test('backups are kept for as long as the plan says, or point-in-time restore, and the newest for ever', async () => {
  const days: Record<string, readonly number[]> = {}
  for (const plan of ['free', 'pro', 'team', 'enterprise', 'pro with pitr_28'] as const) {
    const { organization } = await t.cast()
    const byId = t.db.updateTable('organizations').where('id', '=', organization.id)
    await byId.set({ plan: plan.split(' ')[0] ?? '' }).execute()
    const { ref, id } = await t.makeRunningProject(organization)
    if (plan.includes('pitr')) withPitr.add(id)
    await agedBackups(ref, [40, 31, 29, 15, 13, 8, 6, 2, 0])
    await sweep()
    const kept = await t.engine.archives.backups(ref)
    days[plan] = kept.map(({ name }) => Number(/days(\d+)/.exec(name)?.[1] ?? 0))
    await t.engine.stop(ref)
    await t.db.updateTable('projects').set({ status: 'INACTIVE' }).where('id', '=', id).execute()
  }
  expect(days).toMatchInlineSnapshot(`
    {
      "enterprise": [
        31,
        29,
        15,
        13,
        8,
        6,
        2,
        0,
      ],
      "free": [
        2,
        0,
      ],
      "pro": [
        8,
        6,
        2,
        0,
      ],
      "pro with pitr_28": [
        29,
        15,
        13,
        8,
        6,
        2,
        0,
      ],
      "team": [
        15,
        13,
        8,
        6,
        2,
        0,
      ],
    }
  `)
})

/** Copies of one backup's manifest, as if each had been finished so many days ago. */
async function agedBackups(ref: string, ages: readonly number[]) {
  const placement = placementOf(t.parts.secrets, await t.rowOf(ref))
  const { signal } = new AbortController()
  await t.engine.archives.backup(placement, { name: 'made', signal })
  const folder = join(t.backupsDir, ref, 'backups')
  const manifest: unknown = JSON.parse(
    await readFile(join(folder, 'made', 'manifest.json'), 'utf8'),
  )
  for (const age of ages) {
    const finishedAt = new Date(t.parts.clock().getTime() - age * 24 * HOUR_MS).toISOString()
    const aged = { ...Object(manifest), finishedAt, startedAt: finishedAt }
    await mkdir(join(folder, `days${age}`))
    await writeFile(join(folder, `days${age}`, 'manifest.json'), JSON.stringify(aged))
  }
  await rm(join(folder, 'made'), { recursive: true })
}
