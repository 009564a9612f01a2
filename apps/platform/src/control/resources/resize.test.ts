import type { Operation } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationHandlers } from '#app/control/operations/handlers.ts'
import type { Answer, Failure } from '#test/harness.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { resourceHandlers } from './handlers.ts'

let t: RunningApp
const router = (parts: RunningParts) => ({
  resources: resourceHandlers(parts),
  operations: operationHandlers(parts),
})
beforeAll(async () => {
  const faults = ['resize.start:fail-once@Start', 'resize.verify:fail@Verify'].join(',')
  t = await runningApp({ router, faults })
})
afterAll(() => t[Symbol.asyncDispose]())

type Resized = { status: string; instance_size: string; operation_id: string | null }

const parametersOf = (ref: string) =>
  t.inside(ref, async (client) => {
    const { rows } = await client.query<{ buffers: string; connections: string }>(
      `select current_setting('shared_buffers') as buffers, current_setting('max_connections') as connections`,
    )
    return rows[0]
  })

const body = (desired_instance_size: string) => ({ desired_instance_size })
const nano = { buffers: '64MB', connections: '30' }
const small = { buffers: '256MB', connections: '90' }

test('another size is other parameters of the same data', async () => {
  const { organization, as } = await t.cast()
  const project = await t.makeRunningProject(organization)
  const path = `/platform/projects/${project.ref}/resize`
  await t.inside(project.ref, (client) => client.query('create table kept as select 1 as id'))
  expect(await parametersOf(project.ref)).toEqual(nano)

  const asked = await t.call<Resized>('POST', path, { as: as.member, body: body('small') })
  expect(asked.body).toMatchObject({ status: 'RESIZING', instance_size: 'nano' })
  expect(await t.settled(project.ref)).toBe('ACTIVE_HEALTHY')

  expect(await parametersOf(project.ref)).toEqual(small)
  expect((await t.rowOf(project.ref)).instance_size).toBe('small')
  const kept = await t.inside(project.ref, (client) => client.query('select id from kept'))
  expect(kept.rows).toEqual([{ id: 1 }])
})

test.each([
  ['Start', 'A fault was planted at resize.start'],
  ['Verify', 'A fault was planted at resize.verify'],
])('one that fails at %s leaves the project as it was', async (name, message) => {
  const { organization, as } = await t.cast()
  const project = await t.makeRunningProject(organization, { name })
  const path = `/platform/projects/${project.ref}`
  const asked = await t.call<Resized>('POST', `${path}/resize`, {
    as: as.member,
    body: body('small'),
  })
  expect(await t.settled(project.ref)).toBe('ACTIVE_HEALTHY')

  expect((await t.rowOf(project.ref)).instance_size).toBe('nano')
  expect(await parametersOf(project.ref)).toEqual(nano)
  const operation = await t.call<Operation>(
    'GET',
    `${path}/operations/${asked.body.operation_id}`,
    { as: as.member },
  )
  expect(operation.body).toMatchObject({ status: 'failed', error: { message }, can_retry: true })
})

test('one that failed can be tried again', async () => {
  const { organization, as } = await t.cast()
  const project = await t.makeRunningProject(organization, { name: 'Start' })
  const path = `/platform/projects/${project.ref}`
  const asked = await t.call<Resized>('POST', `${path}/resize`, {
    as: as.member,
    body: body('small'),
  })
  await t.settled(project.ref)

  const retry = `${path}/operations/${asked.body.operation_id}/retry`
  expect((await t.call('POST', retry, { as: as.member })).status).toBe(200)
  expect(await t.settled(project.ref)).toBe('ACTIVE_HEALTHY')
  expect(await parametersOf(project.ref)).toEqual(small)
})

test('a paused project has its size at once', async () => {
  const { organization, as } = await t.cast()
  const { id, ref } = await t.makeProject(organization)
  await t.db.updateTable('projects').set({ status: 'INACTIVE' }).where('id', '=', id).execute()
  const path = `/platform/projects/${ref}/resize`
  const asked = await t.call<Resized>('POST', path, { as: as.member, body: body('small') })
  expect(asked.body).toEqual({ status: 'INACTIVE', instance_size: 'small', operation_id: null })
  expect(await t.rowOf(ref)).toMatchObject({ status: 'INACTIVE', instance_size: 'small' })
})

test('who may resize, and to what', async () => {
  const { organization, as } = await t.cast()
  const developer = await t.makeMember(organization, 'developer')
  const { id, ref } = await t.makeProject(organization)
  const path = `/platform/projects/${ref}/resize`
  const ask = (size: string, who: Parameters<typeof t.call>[2] = { as: as.member }) =>
    t.call('POST', path, { ...who, body: body(size) })

  expect((await ask('small', { as: as.stranger })).body.code).toBe('PROJECT_NOT_FOUND')
  expect((await ask('small', { as: as.nobody })).status).toBe(401)
  expect((await ask('small', { as: developer.as })).status).toBe(403)
  expect((await ask('tiny')).body.data?.fields).toHaveProperty('desired_instance_size')
  expect((await ask('micro')).body.message).toBe('The project has the size Micro already')
  expect(await ask('48xlarge_high_memory')).toMatchObject(refused('SIZE_UNAVAILABLE'))

  await t.db.updateTable('projects').set({ status: 'PAUSING' }).where('id', '=', id).execute()
  expect(await ask('small')).toMatchObject(refused('WRONG_PROJECT_STATUS'))
  expect((await t.rowOf(ref)).instance_size).toBe('micro')
})

const refused = (code: string): Partial<Answer<Partial<Failure>>> => ({ body: { code } })
