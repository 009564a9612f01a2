import { ACCESS_TOKEN_PATTERN, type AccessToken, type Organization } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersOf } from '#test/answers.ts'
import { type As, type TestApp, testApp } from '#test/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t[Symbol.asyncDispose]())

const TOKENS = '/platform/access-tokens'
type Made = AccessToken & { readonly token: string }

const make = (as: As, body: object = {}) =>
  t.call<Made>('POST', TOKENS, { as, body: { name: 'ci', ...body } })
const list = async (as: As) => (await t.call<AccessToken[]>('GET', TOKENS, { as })).body

test('every call answers for member, stranger, nobody and a bad body', async () => {
  const { as } = await t.cast()
  const { body } = await make(as.member)
  const answers = await answersOf(t.call, as, [
    { method: 'GET', path: TOKENS },
    { method: 'POST', path: TOKENS, body: { name: 'x' }, bad: { name: 'x', scopes: ['all'] } },
    { method: 'DELETE', path: `${TOKENS}/${body.id}` },
  ])
  expect(answers).toMatchInlineSnapshot(`
    {
      "DELETE /platform/access-tokens/…": "nobody 401 UNAUTHORIZED, stranger 404 TOKEN_NOT_FOUND, member 200",
      "GET /platform/access-tokens": "nobody 401 UNAUTHORIZED, stranger 200, member 200",
      "POST /platform/access-tokens": "nobody 401 UNAUTHORIZED, stranger 201, bad 422 BAD_INPUT, member 201",
    }
  `)
})

test('a token is shown once and then known by its first characters', async () => {
  const as = await t.signIn(await t.makeUser())
  const made = await make(as, { name: 'Deploy' })
  expect(made.status).toBe(201)
  expect(made.body.token).toMatch(ACCESS_TOKEN_PATTERN)
  const { token, ...rest } = made.body
  const listed = await list(as)
  expect(listed).toEqual([rest])
  expect(token.startsWith(rest.prefix)).toBe(true)

  const rows = await t.db.selectFrom('access_tokens').selectAll().execute()
  const audit = await t.db.selectFrom('audit_log').selectAll().execute()
  const everywhere = JSON.stringify([listed, rows, audit]) + t.logged.join('')
  expect(everywhere).not.toContain(token)
  expect(everywhere).not.toContain(token.slice(20))
})

test('it lasts thirty days unless told', async () => {
  const as = await t.signIn(await t.makeUser())
  const days = async (body: object) => {
    const { expires_at, created_at } = (await make(as, body)).body
    if (expires_at === null) return null
    return Math.round((Date.parse(expires_at) - Date.parse(created_at)) / (24 * 60 * 60_000))
  }
  expect(await days({})).toBe(30)
  expect(await days({ expires_in_days: 7 })).toBe(7)
  expect(await days({ expires_in_days: null })).toBeNull()
})

test('it does what its owner may, on every call', async () => {
  const { organization, owner, as } = await t.cast()
  const { token } = (await make(as.member)).body
  const path = `/platform/organizations/${organization.slug}`
  const changed = await t.call<Organization>('PATCH', path, {
    as: { token },
    body: { name: 'By it' },
  })
  expect(changed.body.name).toBe('By it')
  const entry = await t.db
    .selectFrom('audit_log')
    .select(['via', 'actor_id'])
    .where('action', '=', 'organizations.update')
    .executeTakeFirstOrThrow()
  expect(entry).toEqual({ via: 'token', actor_id: owner.id })
})

test('scopes narrow it to what they name', async () => {
  const { organization, as } = await t.cast()
  const { token } = (await make(as.member, { scopes: ['organizations:read', 'members:read'] })).body
  const path = `/platform/organizations/${organization.slug}`
  const status = async (method: 'GET' | 'PATCH' | 'POST' | 'DELETE', at: string, body?: object) =>
    (await t.call(method, at, { as: { token }, ...(body && { body }) })).status
  expect({
    read: await status('GET', path),
    list: await status('GET', '/v1/organizations'),
    members: await status('GET', `${path}/members`),
    update: await status('PATCH', path, { name: 'No' }),
    audit: await status('GET', `${path}/audit`),
    'make an organization': await status('POST', '/v1/organizations', { name: 'No' }),
    'make a token': await status('POST', TOKENS, { name: 'More' }),
    'list tokens': await status('GET', TOKENS),
    'list sessions': await status('GET', '/platform/auth/sessions'),
    'end sessions': await status('DELETE', '/platform/auth/sessions'),
    rename: await status('PATCH', '/platform/profile', { name: 'No' }),
  }).toEqual({
    read: 200,
    list: 200,
    members: 200,
    update: 403,
    audit: 403,
    'make an organization': 403,
    'make a token': 403,
    'list tokens': 403,
    'list sessions': 403,
    'end sessions': 403,
    rename: 403,
  })
})

test('a scope its owner does not have gives nothing', async () => {
  const { organization } = await t.cast()
  const reader = await t.makeMember(organization, 'read_only')
  const { token } = (await make(reader.as, { scopes: ['organizations:update'] })).body
  const path = `/platform/organizations/${organization.slug}`
  const refused = await t.call('PATCH', path, { as: { token }, body: { name: 'No' } })
  expect(refused.body).toMatchObject({
    code: 'FORBIDDEN',
    data: { permission: 'organizations:update' },
  })
})

test('a revoked token is nobody at once; another person’s is not found', async () => {
  const as = await t.signIn(await t.makeUser())
  const { token, id } = (await make(as)).body
  expect((await t.call('GET', TOKENS, { as: { token } })).status).toBe(200)

  const stranger = await t.signIn(await t.makeUser())
  const refused = await t.call('DELETE', `${TOKENS}/${id}`, { as: stranger })
  expect(refused.body.code).toBe('TOKEN_NOT_FOUND')
  expect((await t.call('GET', TOKENS, { as: { token } })).status).toBe(200)

  expect((await t.call('DELETE', `${TOKENS}/${id}`, { as })).status).toBe(200)
  expect((await t.call('GET', TOKENS, { as: { token } })).status).toBe(401)
  expect(await list(as)).toEqual([])
})
