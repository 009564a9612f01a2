import type { ProjectStatus } from '@plinth/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectRow } from '#app/base/context.ts'
import { gatewayFor, type TestGateway } from '#test/gateway.ts'
import { type RunningApp, runningApp } from '#test/running-app.ts'

let t: RunningApp
let g: TestGateway
let project: ProjectRow

beforeAll(async () => {
  t = await runningApp({ router: () => ({}) })
  g = await gatewayFor(t)
  project = await t.makeRunningProject((await t.cast()).organization)
})
afterAll(async () => {
  await g[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

async function stands(status: ProjectStatus, patch: { deleted_at?: Date | null } = {}) {
  await t.db
    .updateTable('projects')
    .set({ status, ...patch })
    .where('ref', '=', project.ref)
    .execute()
  // what comes last has told those who listened before it
  const heard = new Promise<void>((resolve) => {
    const unsubscribe = t.deps.bus.subscribe(() => {
      unsubscribe()
      resolve()
    })
  })
  await t.deps.bus.publish({ topic: 'project', ref: project.ref })
  await heard
}

const isHeldBack = (row: Record<string, unknown>) => row['status_code'] === 429

async function logged() {
  await t.deps.logs.flush()
  const { rows } = await sql<Record<string, unknown>>`
    select * from logs.edge_logs where project_ref = ${project.ref} order by id`.execute(t.db)
  return rows
}

test('a request is on record, without what is secret', async () => {
  const { service_role: key } = await g.keysOf(project.ref)
  const headers = { authorization: `Bearer ${key}`, 'user-agent': 'a test' }
  const path = '/nothing?select=a&apikey=plinth_secret_oops'
  const answer = await g.ask(project.ref, path, { headers })
  // the data API takes every parameter it does not know for a filter
  expect(answer.status).toBe(400)
  await g.ask(project.ref, '/nothing', { method: 'POST' })

  await expect.poll(logged).toHaveLength(2)
  const [first, second] = await logged()
  expect(first).toMatchObject({
    method: 'GET',
    path: '/nothing',
    search: 'select=a&apikey=[secret]',
    status_code: 400,
    role: 'service_role',
    key_role: 'service_role',
    key_prefix: key.split('.')[2]?.slice(0, 8),
    user_agent: 'a test',
    ip_address: '127.0.0.1',
    request_id: answer.headers.get('x-request-id'),
  })
  expect(Math.abs(Date.now() - Number(first?.timestamp))).toBeLessThan(60_000)
  expect(second).toMatchObject({ method: 'POST', status_code: 401, role: null, key_prefix: null })
  expect(JSON.stringify([first, second])).not.toContain(key)
})

test('what does not answer says why', async () => {
  const { anon } = await g.keysOf(project.ref)
  const told = async (ref = project.ref) => {
    const answer = await g.ask(ref, '/', { headers: { apikey: anon } })
    // the shape is the contract's GatewayError
    const { code } = (await answer.json()) as { code: string }
    return `${answer.status} ${code} ${answer.headers.get('retry-after') ?? 'never'}`
  }
  const probed = async () => (await fetch(`${g.urlOf(project.ref)}/api/rest`)).status
  expect(await probed()).toBe(200)
  await t.engine.stop(project.ref)
  const answers: Record<string, string> = {}
  const statuses = [
    ...(['ACTIVE_HEALTHY', 'COMING_UP', 'RESTARTING', 'RESTORING', 'UPGRADING'] as const),
    ...(['INACTIVE', 'PAUSING', 'PAUSE_FAILED', 'INIT_FAILED', 'GOING_DOWN'] as const),
  ]
  for (const status of statuses) {
    await stands(status)
    answers[status] = await told()
  }
  await stands('REMOVED', { deleted_at: new Date() })
  answers['deleted'] = await told()
  answers['unknown'] = await told('aaaaaaaaaaaaaaaaaaaa')
  expect(await probed()).toBe(404)
  await stands('ACTIVE_HEALTHY', { deleted_at: null })
  await expect.poll(probed).toBe(503)
  expect(answers).toMatchInlineSnapshot(`
    {
      "ACTIVE_HEALTHY": "503 DATA_API_OFFLINE 2",
      "COMING_UP": "503 PROJECT_STARTING 2",
      "GOING_DOWN": "404 PROJECT_NOT_FOUND never",
      "INACTIVE": "503 PROJECT_PAUSED never",
      "INIT_FAILED": "503 PROJECT_FAILED never",
      "PAUSE_FAILED": "503 PROJECT_FAILED never",
      "PAUSING": "503 PROJECT_PAUSED never",
      "RESTARTING": "503 PROJECT_STARTING 2",
      "RESTORING": "503 PROJECT_STARTING 2",
      "UPGRADING": "503 PROJECT_STARTING 2",
      "deleted": "404 PROJECT_NOT_FOUND never",
      "unknown": "404 PROJECT_NOT_FOUND never",
    }
  `)
})

test('one address may ask so often, another is not held up by it', async () => {
  await using strict = await gatewayFor(t, { ratePerSecond: 5 })
  const ask = () => fetch(`${strict.urlOf(project.ref)}/rest/v1/`)
  const answers = await Promise.all(Array.from({ length: 20 }, ask))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 429)).toHaveLength(10)
  const refused = answers.find(({ status }) => status === 429)
  expect(refused?.headers.get('retry-after')).toBe('1')
  // of those held back two at first and then one a second are logged, whatever the flood
  await expect.poll(async () => (await logged()).filter(isHeldBack).length).toBe(2)
  // the gateway beside it counts for itself
  expect((await fetch(`${g.urlOf(project.ref)}/rest/v1/`)).status).toBe(401)
})
