import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApp, runningApp } from '#test/running-app.ts'
import { createHousekeeping } from './housekeeping.ts'

const HOUR_MS = 60 * 60 * 1000

let t: RunningApp
let sweep: () => Promise<void>
beforeAll(async () => {
  t = await runningApp({ router: () => ({}) })
  const { sweep: sweepNow } = createHousekeeping({
    ...t.parts,
    pitrDays: async () => undefined,
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
