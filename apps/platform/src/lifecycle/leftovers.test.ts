import type { OperationKind } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApp, runningApp } from '#test/running-app.ts'
import { placementOf } from './placement.ts'

let t: RunningApp
let organization: Awaited<ReturnType<RunningApp['cast']>>['organization']
beforeAll(async () => {
  const faults = [
    // a restore that fails, and that cannot be taken back
    'restore_backup.verify:fail@Left over',
    'restore_backup.swap:fail-undo@Left over',
    'upgrade.launch:fail@Left over',
    'upgrade.launch:fail-once@Tried twice',
    'pause.stop:fail-once@Paused later',
  ]
  t = await runningApp({ router: () => ({}), faults: faults.join(',') })
  ;({ organization } = await t.cast())
})
afterAll(() => t[Symbol.asyncDispose]())

async function run(ref: string, kind: OperationKind, input = {}) {
  const what = { kind, input, requestedBy: null } as const
  const id = await t.parts.lifecycle.begin(await t.rowOf(ref), what)
  return { id, status: await t.settled(ref) }
}
const insert = (ref: string, value: number) =>
  t.inside(ref, (client) => client.query('insert into kept values ($1)', [value]))
const values = (ref: string) =>
  t.inside(ref, async (client) => {
    const { rows } = await client.query<{ v: number }>('select v from kept order by v')
    return rows.map(({ v }) => v)
  })

/** A restore of the only row there was at first has failed, with what it put in place still there. */
async function leftByRestore() {
  const { ref } = await t.makeRunningProject(organization, { name: 'Left over' })
  await t.inside(ref, (client) => client.query('create table kept as select 1 as v'))
  const name = '20260101T000000000Z-requested'
  const { signal } = new AbortController()
  const placement = placementOf(t.deps.secrets, await t.rowOf(ref))
  await t.engine.archives.backup(placement, { name, signal })
  await insert(ref, 2)

  expect(await run(ref, 'restore_backup', { name })).toMatchObject({ status: 'RESTORE_FAILED' })
  return ref
}

test('a project whose restore failed was not started as it was, though its page said so', async () => {
  const ref = await leftByRestore()
  expect(await run(ref, 'restore')).toMatchObject({ status: 'ACTIVE_HEALTHY' })
  expect(await values(ref)).toEqual([1, 2])
})

test('an upgrade that failed put what an earlier restore had set aside in the place of the present data', async () => {
  const ref = await leftByRestore()
  await run(ref, 'delete')
  expect(await run(ref, 'undelete')).toMatchObject({ status: 'ACTIVE_HEALTHY' })
  // its owner takes what the restore had put in place as it is, and works on
  expect(await values(ref)).toEqual([1])
  await insert(ref, 3)

  expect(await run(ref, 'upgrade', { target: '18' })).toMatchObject({ status: 'ACTIVE_HEALTHY' })
  expect(await values(ref)).toEqual([1, 3])
})

test('the second try of an upgrade took no backup first, as the first had taken one', async () => {
  const { ref } = await t.makeRunningProject(organization, { name: 'Tried twice' })
  const { lifecycle } = t.parts
  const { id } = await run(ref, 'upgrade', { target: '18' })
  const failed = await lifecycle.operations.byId(id)
  expect(failed?.status).toBe('failed')
  const reasons = async () => (await t.engine.archives.backups(ref)).map(({ reason }) => reason)
  expect(await reasons()).toEqual(['upgrade'])
  if (failed) await lifecycle.retry(failed)
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  expect((await t.rowOf(ref)).postgres_engine).toBe('18')
  expect(await reasons(), 'before each try, and after the last').toEqual(Array(3).fill('upgrade'))
})

test('a pause that was tried again left what was written since out of the backups', async () => {
  const { ref } = await t.makeRunningProject(organization, { name: 'Paused later' })
  const { lifecycle } = t.parts
  const { id, status } = await run(ref, 'pause')
  expect(status).toBe('PAUSE_FAILED')
  await t.inside(ref, (client) => client.query('create table written as select 1 as v'))
  const writtenAt = new Date()
  const failed = await lifecycle.operations.byId(id)
  if (failed) await lifecycle.retry(failed)
  expect(await t.settled(ref)).toBe('INACTIVE')
  const range = await t.engine.archives.recoverable(ref)
  expect(range?.latest.getTime()).toBeGreaterThanOrEqual(writtenAt.getTime())
})
