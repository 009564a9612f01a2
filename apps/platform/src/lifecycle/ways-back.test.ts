import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningApp, runningApp } from '#test/running-app.ts'
import { operationStore } from './operation-store.ts'

let t: RunningApp
let organization: Awaited<ReturnType<RunningApp['cast']>>['organization']
beforeAll(async () => {
  const faults = ['pause.stop:fail@Unpausable', 'undelete.reappear:fail@Unmissed']
  t = await runningApp({ router: () => ({}), faults: faults.join(',') })
  ;({ organization } = await t.cast())
})
afterAll(() => t[Symbol.asyncDispose]())

const begin = async (ref: string, kind: 'pause' | 'restart' | 'undelete') =>
  t.parts.lifecycle.begin(await t.rowOf(ref), { kind, requestedBy: null })
const patient = { timeout: 20_000 }
const statusOf = async (ref: string) => (await t.rowOf(ref)).status
const stand = async (ref: string, status: string, deletedAt: Date | null = null) => {
  await t.db
    .updateTable('projects')
    .set({ status, deleted_at: deletedAt })
    .where('ref', '=', ref)
    .execute()
}

test('a project whose pausing failed could only be paused or deleted, never used again', async () => {
  const { ref } = await t.makeRunningProject(organization, { name: 'Unpausable' })
  await begin(ref, 'pause')
  await expect.poll(() => statusOf(ref), patient).toBe('PAUSE_FAILED')
  await begin(ref, 'restart')
  await expect.poll(() => statusOf(ref), patient).toBe('ACTIVE_HEALTHY')
})

test('who brought a project back was told that there is none, until its first step was done', async () => {
  const { ref } = await t.makeRunningProject(organization, { name: 'Unmissed' })
  await stand(ref, 'REMOVED', new Date())
  await begin(ref, 'undelete')
  expect((await t.rowOf(ref)).deleted_at).toBeNull()
  await expect.poll(() => statusOf(ref), patient).toBe('RESTORE_FAILED')
  expect((await t.rowOf(ref)).deleted_at).toBeNull()
})

test('the second press of a double click was told of a status that the project had left', async () => {
  const { ref } = await t.makeRunningProject(organization, { name: 'Pressed twice' })
  // both presses saw the same page: a row read later might tell of the first one already
  const row = await t.rowOf(ref)
  const press = () => t.parts.lifecycle.begin(row, { kind: 'restart', requestedBy: null })
  const both = await Promise.allSettled([press(), press()])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refused = both.find((one) => one.status === 'rejected')
  expect(refused?.reason).toMatchObject({ message: 'Another operation is running on this project' })
  await expect.poll(() => statusOf(ref), patient).toBe('ACTIVE_HEALTHY')
})

test('a refusal says where the project stands in the words of people', async () => {
  const { ref } = await t.makeRunningProject(organization, { name: 'Asleep' })
  await stand(ref, 'INACTIVE')
  await expect(begin(ref, 'restart')).rejects.toThrow(
    'This cannot be done while the project is paused',
  )
})

test('who cancelled the making of a project was never told that it is gone', async () => {
  const { lifecycle, bus } = t.parts
  const { id, ref } = await t.makeProject(organization)
  await stand(ref, 'COMING_UP')
  const told = new Promise((resolve) => {
    bus.subscribe((message) => {
      if (message.topic === 'project' && message['ref'] === ref) resolve(message['status'])
    })
  })
  // asked for with the creation itself: no worker can be done with it before
  await t.db.transaction().execute(async (trx) => {
    const operation = await lifecycle.enqueue(trx, id, { kind: 'create', requestedBy: null })
    await operationStore(trx).requestCancel(operation)
  })
  lifecycle.wake()
  expect(await told).toBe('REMOVED')
})
