import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectStore } from '#app/db/project-store.ts'
import { type RunningApp, runningApp } from '#test/running-app.ts'
import { ClaimLost } from './claim.ts'
import { operationStore } from './operation-store.ts'
import { placementOf } from './placement.ts'
import { createReconciler } from './reconciler.ts'

const HOST = 'test'
let t: RunningApp
let ref: string
let look: () => Promise<void>
const backup = '20260101T000000000Z-requested'

beforeAll(async () => {
  const faults = ['restore_backup.verify:fail-once@Shop', 'restore_backup.swap:fail-undo@Shop']
  t = await runningApp({ router: () => ({}), faults: faults.join(',') })
  const { organization } = await t.cast()
  ;({ ref } = await t.makeRunningProject(organization, { name: 'Shop' }))
  const reconciler = createReconciler({ ...t.parts, host: HOST })
  look = reconciler.look
})
afterAll(() => t[Symbol.asyncDispose]())

const statusOf = async () => (await t.rowOf(ref)).status
const stand = async (status: string) => {
  await t.db.updateTable('projects').set({ status }).where('ref', '=', ref).execute()
}

/** An operation in the queue of a machine that no platform of this test works for. */
async function elsewhere() {
  const host = randomUUID()
  const { organization } = await t.cast()
  const { id } = await t.makeProject(organization)
  await t.db.updateTable('projects').set({ host }).where('id', '=', id).execute()
  const operation = await t.db.transaction().execute((trx) =>
    operationStore(t.db).insert(trx, {
      projectId: id,
      kind: 'restart',
      input: {},
      steps: ['stop'],
      state: {},
      requestedBy: null,
    }),
  )
  const claim = (claimant: string, mine: readonly string[] = [], leaseMs = -1000) =>
    operationStore(t.db).claim(host, { claimant, leaseMs, mine })
  return { projectId: id, operation, claim }
}

test('a worker whose claim ran out writes nothing over the one that took up after it', async () => {
  const operations = operationStore(t.db)
  const { projectId, claim } = await elsewhere()
  const [first, second] = [await claim('a'), await claim('b')]
  if (!first || !second) throw new Error('Both find it free')
  expect(second.attempt).toBe(2)

  const step = { name: 'stop', status: 'succeeded', started_at: null, finished_at: null } as const
  const late = [
    () => operations.saveSteps(first, [step]),
    () => operations.remember(first, { late: true }),
    () => operations.finish(first, { status: 'failed', projectStatus: 'INACTIVE' }),
    () => operations.whileHeld(first, (trx) => projectStore(trx).remove(projectId)),
  ]
  for (const write of late) await expect(write()).rejects.toThrow(ClaimLost)
  expect(await operations.renew(first, 1000)).toBeUndefined()
  expect(await operations.renew(second, 1000)).toEqual({ cancel_requested: false })

  await operations.finish(second, { status: 'succeeded', projectStatus: undefined })
  const [row] = await operations.newest(projectId, 1)
  expect(row).toMatchObject({ status: 'succeeded', state: {}, steps: [{ status: 'pending' }] })
})

test('a platform that slept past its lease does not run its own operation a second time', async () => {
  const { operation, claim } = await elsewhere()
  expect(await claim('a')).toMatchObject({ id: operation, attempt: 1 })
  expect(await claim('a', [operation])).toBeUndefined()
})

test('of two who begin at once one is told to wait', async () => {
  const row = await t.rowOf(ref)
  const begin = () => t.parts.lifecycle.begin(row, { kind: 'restart', requestedBy: null })
  const both = await Promise.allSettled([begin(), begin()])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
})

test('a server that runs though its project is paused is ended, and one that is missing started', async () => {
  await stand('INACTIVE')
  await look()
  expect(t.engine.observe(ref)).toEqual({ state: 'stopped' })
  await stand('ACTIVE_HEALTHY')
  await look()
  expect(t.engine.observe(ref).state).toBe('running')
  expect(await statusOf()).toBe('ACTIVE_HEALTHY')
})

test('a project that is well is not left unhealthy', async () => {
  await stand('ACTIVE_UNHEALTHY')
  await look()
  expect(await statusOf()).toBe('ACTIVE_HEALTHY')
})

test('a status on the way somewhere without an operation behind it does not last', async () => {
  await stand('RESTARTING')
  await look()
  expect(await statusOf()).toBe('ACTIVE_UNHEALTHY')
  await look()
  expect(await statusOf()).toBe('ACTIVE_HEALTHY')
})

test('a restore that was not taken back is taken back by the retry, before it restores', async () => {
  const values = () =>
    t.inside(ref, async (client) => {
      const { rows } = await client.query<{ v: number }>('select v from kept order by v')
      return rows.map(({ v }) => v)
    })
  await t.inside(ref, (client) => client.query('create table kept as select 1 as v'))
  const placement = placementOf(t.deps.secrets, await t.rowOf(ref))
  await t.engine.archives.backup(placement, { name: backup, signal: new AbortController().signal })
  await t.inside(ref, (client) => client.query('insert into kept values (2)'))

  const { lifecycle } = t.parts
  const what = { kind: 'restore_backup', input: { name: backup }, requestedBy: null } as const
  const id = await lifecycle.begin(await t.rowOf(ref), what)
  expect(await t.settled(ref)).toBe('RESTORE_FAILED')
  const failed = await lifecycle.operations.byId(id)
  expect(failed?.state).toMatchObject({ taking_back: true })

  if (failed) await lifecycle.retry(failed)
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  expect(await values()).toEqual([1])
  expect((await lifecycle.operations.byId(id))?.state).toMatchObject({ taking_back: false })
})
