import type { Session } from '@plinth/contract'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PASSWORD, type TestApp, testApp } from '#test/harness.ts'

// two servers over one database, as when several run side by side
let here: TestApp
let there: TestApp
beforeAll(async () => {
  here = await testApp()
  there = await testApp({ beside: here })
})
afterAll(async () => {
  await there[Symbol.asyncDispose]()
  await here[Symbol.asyncDispose]()
})

const SESSION = '/platform/auth/session'
const statusAt = async (server: TestApp, as: { cookie: string } | { token: string }) =>
  (await server.call('GET', SESSION, { as })).status

async function makeToken(as: { cookie: string }, body: object = {}) {
  const path = '/platform/access-tokens'
  const made = await here.call<{ token: string; id: string }>('POST', path, {
    as,
    body: { name: 'ci', ...body },
  })
  return made.body
}

test('what ends on one server ends on the other', async () => {
  const user = await here.makeUser()
  const as = await here.signIn(user)
  const { token, id } = await makeToken(as)
  const both = async () => [await statusAt(there, as), await statusAt(there, { token })]
  expect(await both()).toEqual([200, 200])

  await here.call('DELETE', `/platform/access-tokens/${id}`, { as })
  await vi.waitFor(async () => expect(await both()).toEqual([200, 401]))
  await here.call('DELETE', '/platform/auth/sessions', { as })
  await vi.waitFor(async () => expect(await both()).toEqual([401, 401]))
})

test('a password change ends the sessions on the other server', async () => {
  const user = await here.makeUser()
  const [mine, stolen] = [await here.signIn(user), await here.signIn(user)]
  expect(await statusAt(there, stolen)).toBe(200)
  const body = { current_password: PASSWORD, new_password: 'something else now' }
  await here.call('POST', '/platform/profile/password', { as: mine, body })
  await vi.waitFor(async () => expect(await statusAt(there, stolen)).toBe(401))
  expect(await statusAt(there, mine)).toBe(200)
})

test('a new role counts at once, on every server', async () => {
  const { organization, as } = await here.cast()
  const member = await here.makeMember(organization, 'administrator')
  const path = `/platform/organizations/${organization.slug}/invitations`
  const listAt = async (server: TestApp) =>
    (await server.call('GET', path, { as: member.as })).status
  expect([await listAt(here), await listAt(there)]).toEqual([200, 200])
  await here.call('PATCH', `/platform/organizations/${organization.slug}/members/${member.id}`, {
    as: as.member,
    body: { role: 'read_only' },
  })
  expect(await listAt(here)).toBe(403)
  await vi.waitFor(async () => expect(await listAt(there)).toBe(403))
})

test('a server that was not told finds out within five seconds', async () => {
  const as = await here.signIn(await here.makeUser())
  expect(await statusAt(there, as)).toBe(200)
  await here.db.deleteFrom('sessions').execute()
  expect(await statusAt(there, as), 'still remembered').toBe(200)
  there.time.aheadMs += 5_001
  expect(await statusAt(there, as)).toBe(401)
  there.time.aheadMs = 0
})

test('what is looked up while somebody is forgotten is not remembered', async () => {
  const user = await here.makeUser()
  const as = await here.signIn(user)
  const looking = here.identity.resolve(new Headers(as))
  here.identity.forget(user.id)
  await looking
  await here.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
  expect(await statusAt(here, as)).toBe(401)
})

test('a token counts from the moment it is made until the moment it expires', async () => {
  const as = await here.signIn(await here.makeUser())
  const { token } = await makeToken(as, { expires_in_days: 1 })
  expect(await statusAt(here, { token })).toBe(200)
  here.time.aheadMs = 24 * 60 * 60_000 + 1000
  expect(await statusAt(here, { token })).toBe(401)
  here.time.aheadMs = 0
})

test('what is no token of ours is nobody, even beside a good cookie', async () => {
  const as = await here.signIn(await here.makeUser())
  const { token } = await makeToken(as)
  const withHeader = async (authorization: string) => {
    const headers = { ...as, authorization }
    return (await here.call('GET', SESSION, { headers })).status
  }
  expect({
    good: await withHeader(`Bearer ${token}`),
    'in small letters': await withHeader(`bearer ${token}`),
    'with a letter changed': await withHeader(
      `Bearer ${token.slice(0, -1)}${token.endsWith('a') ? 'b' : 'a'}`,
    ),
    'of another product': await withHeader('Bearer ghp_abcdef'),
    'the token as a cookie': await statusAt(here, { cookie: `plinth_session=${token}` }),
    'a scheme that is not ours to read': await withHeader('Basic dXNlcjpwYXNz'),
  }).toEqual({
    good: 200,
    'in small letters': 200,
    'with a letter changed': 401,
    'of another product': 401,
    'the token as a cookie': 401,
    'a scheme that is not ours to read': 200,
  })
})

test('the last use of a token is kept, at most once a minute', async () => {
  const user = await here.makeUser()
  const { token, id } = await makeToken(await here.signIn(user))
  const lastUsed = async () => {
    const query = here.db.selectFrom('access_tokens').select('last_used_at').where('id', '=', id)
    return (await query.executeTakeFirstOrThrow()).last_used_at?.getTime()
  }
  const use = async (aheadMs: number) => {
    here.time.aheadMs = aheadMs
    await here.call<Session>('GET', SESSION, { as: { token } })
  }
  expect(await lastUsed()).toBeUndefined()
  await use(0)
  await vi.waitFor(async () => expect(await lastUsed()).toBeDefined())
  const first = await lastUsed()
  await use(30_000)
  expect(await lastUsed()).toBe(first)
  await use(61_000)
  await vi.waitFor(async () => expect(await lastUsed()).toBeGreaterThan(first ?? Infinity))
  here.time.aheadMs = 0
})

test('somebody known is found in microseconds, without the database', async () => {
  const as = await here.signIn(await here.makeUser())
  const headers = new Headers({ ...as, 'user-agent': 'Firefox', accept: 'application/json' })
  const rounds = 20_000
  for (let round = 0; round < rounds; round++) await here.identity.resolve(headers)
  const startedMs = performance.now()
  for (let round = 0; round < rounds; round++) await here.identity.resolve(headers)
  const eachUs = ((performance.now() - startedMs) * 1000) / rounds
  // measured 2 to 4; a query would be two hundred
  expect(eachUs).toBeLessThan(50)
})
