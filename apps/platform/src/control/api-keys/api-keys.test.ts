import type { ApiKey } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectRow } from '#app/base/context.ts'
import { answersOf } from '#test/answers.ts'
import { gatewayFor, type TestGateway } from '#test/gateway.ts'
import type { As } from '#test/harness.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { apiKeyHandlers } from './handlers.ts'

let t: RunningApp
let g: TestGateway
let project: ProjectRow
let cast: Awaited<ReturnType<RunningApp['cast']>>
let path: string

beforeAll(async () => {
  t = await runningApp({ router: (parts: RunningParts) => ({ apiKeys: apiKeyHandlers(parts) }) })
  g = await gatewayFor(t)
  cast = await t.cast()
  project = await t.makeRunningProject(cast.organization)
  path = `/v1/projects/${project.ref}/api-keys`
})
afterAll(async () => {
  await g[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

const make = async (body: object, as: As = cast.as.member) =>
  (await t.call<ApiKey>('POST', path, { as, body })).body
const list = async (as: As = cast.as.member, query = '') =>
  (await t.call<ApiKey[]>('GET', `${path}${query}`, { as })).body
/** What the data API answers to a key: 200, or 401 where the gateway knows none such. */
const statusOf = async (key: string | null) =>
  (await g.ask(project.ref, '/', { headers: { apikey: key ?? '' } })).status
const patience = { timeout: 5_000, interval: 20 }

test('every call answers for member, stranger, nobody and a bad body', async () => {
  const body = { type: 'secret', name: 'Server' }
  const id = '00000000-0000-4000-8000-000000000000'
  const uses = `/platform/projects/${project.ref}/analytics/endpoints/api_keys.last_used`
  expect(
    await answersOf(t.call, cast.as, [
      { method: 'GET', path },
      { method: 'POST', path, body, bad: { ...body, type: 'legacy' } },
      { method: 'PATCH', path: `${path}/${id}`, body: { name: 'x' }, bad: { name: '' } },
      { method: 'DELETE', path: `${path}/${id}` },
      { method: 'GET', path: uses },
    ]),
  ).toMatchInlineSnapshot(`
    {
      "DELETE /v1/projects/…/api-keys/…": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 404 API_KEY_NOT_FOUND",
      "GET /platform/projects/…/analytics/endpoints/api_keys.last_used": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /v1/projects/…/api-keys": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "PATCH /v1/projects/…/api-keys/…": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 404 API_KEY_NOT_FOUND",
      "POST /v1/projects/…/api-keys": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 201",
    }
  `)
})

test('who may see keys, and who may make them', async () => {
  const roles = ['administrator', 'developer', 'read_only'] as const
  const seen: Record<string, string> = {}
  for (const role of roles) {
    const { as } = await t.makeMember(cast.organization, role)
    const read = await t.call('GET', `${path}?reveal=true`, { as })
    const body = { type: 'publishable', name: `By ${role}` }
    const made = await t.call('POST', path, { as, body })
    seen[role] = `reads ${read.status}, makes ${made.status}`
    if (role === 'read_only') expect(JSON.stringify(read.body)).not.toMatch(/eyJ|plinth_/)
  }
  expect(seen).toEqual({
    administrator: 'reads 200, makes 201',
    developer: 'reads 200, makes 403',
    read_only: 'reads 403, makes 403',
  })
})

test('a list shows what is public, and the old secret one only when asked', async () => {
  const made = await make({ type: 'secret', name: 'Listed' })
  const { anon, service_role: service } = await g.keysOf(project.ref)
  expect(made.api_key).toMatch(/^plinth_secret_/)

  const plain = JSON.stringify(await list())
  expect(plain).toContain(anon)
  expect(plain).not.toContain(service)
  expect(plain).not.toContain(made.api_key)
  const revealed = JSON.stringify(await list(cast.as.member, '?reveal=true'))
  expect(revealed).toContain(service)
  expect(revealed).not.toContain(made.api_key)
  const kept = await t.db.selectFrom('api_keys').selectAll().where('id', '=', made.id).execute()
  expect(JSON.stringify(kept)).not.toContain(made.api_key)
})

test('a key works from when it is made until it is revoked or expires', async () => {
  const made = await make({ type: 'publishable', name: 'Short lived' })
  await expect.poll(() => statusOf(made.api_key), patience).toBe(200)
  await t.call('DELETE', `${path}/${made.id}`, { as: cast.as.member })
  await expect.poll(() => statusOf(made.api_key), patience).toBe(401)

  const soon = new Date(Date.now() + 60_000).toISOString()
  const expiring = await make({ type: 'secret', name: 'Expiring', expires_at: soon })
  await expect.poll(() => statusOf(expiring.api_key), patience).toBe(200)
  t.time.aheadMs = 120_000
  expect(await statusOf(expiring.api_key)).toBe(401)
  t.time.aheadMs = 0

  const body = { type: 'secret', name: 'Too late', expires_at: '2020-01-01T00:00:00Z' }
  expect(await make(body)).toMatchObject({
    code: 'BAD_INPUT',
    data: { fields: { expires_at: ['Choose a time to come'] } },
  })
})

test('a change is a change of what is sent only', async () => {
  const made = await make({ type: 'publishable', name: 'Before', description: 'kept' })
  const one = `${path}/${made.id}`
  const change = (body: object) => t.call<ApiKey>('PATCH', one, { as: cast.as.member, body })
  expect((await change({ name: 'After' })).body).toMatchObject({
    name: 'After',
    description: 'kept',
    api_key: made.api_key,
  })
  expect((await change({ name: 'anon' })).body).toMatchObject({ code: 'API_KEY_NAME_TAKEN' })
  expect((await change({ name: 'Listed' })).body).toMatchObject({ code: 'API_KEY_NAME_TAKEN' })
  const elsewhere = await t.makeProject(cast.elsewhere)
  const foreign = `/v1/projects/${elsewhere.ref}/api-keys/${made.id}`
  const stolen = await t.call('DELETE', foreign, { as: cast.as.stranger })
  expect(stolen.body).toMatchObject({ code: 'API_KEY_NOT_FOUND' })
})

test('the last use of each key is known right after it', async () => {
  const used = await make({ type: 'secret', name: 'Used' })
  const { anon, service_role: service } = await g.keysOf(project.ref)
  const startedAt = Date.now()
  for (const key of [anon, service, used.api_key]) {
    await expect.poll(() => statusOf(key), patience).toBe(200)
  }
  const uses = async () => {
    const url = `/platform/projects/${project.ref}/analytics/endpoints/api_keys.last_used`
    type Uses = { result: { timestamp: number; role: string; signature_prefix: string }[] }
    const { body } = await t.call<Uses>('GET', url, { as: cast.as.member })
    return body.result
      .filter(({ timestamp }) => timestamp >= startedAt - 5)
      .map(({ role, signature_prefix: prefix }) => `${role} ${prefix}`)
      .toSorted()
  }
  const prefixOf = (key: string) => key.split('.')[2]?.slice(0, 8)
  await expect
    .poll(uses, patience)
    .toEqual(
      [
        `anon ${prefixOf(anon)}`,
        `service_role ${prefixOf(service)}`,
        `service_role ${used.prefix}`,
      ].toSorted(),
    )
  const listed = await list()
  const lately = listed.filter(({ last_used_at: at }) => at && Date.parse(at) >= startedAt - 5)
  expect(lately.map(({ name }) => name).toSorted()).toEqual(['Used', 'anon', 'service_role'])
  t.time.aheadMs = 25 * 60 * 60_000
  expect(await uses()).toEqual([])
  t.time.aheadMs = 0
})
