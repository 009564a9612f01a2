import type { Session, SignedInDevice } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answersOf } from '#test/answers.ts'
import { PASSWORD, type TestApp, testApp } from '#test/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t[Symbol.asyncDispose]())

const SIGN_IN = '/platform/auth/sign-in'
const SESSION = '/platform/auth/session'
const SESSIONS = '/platform/auth/sessions'
const PASSWORD_PATH = '/platform/profile/password'

const signIn = (email: string, password = PASSWORD, headers = {}) =>
  t.call<Session>('POST', SIGN_IN, { body: { email, password }, headers })

test('every call answers for member, stranger, nobody and a bad body', async () => {
  const { owner, as } = await t.cast()
  const other = await t.signIn(owner)
  const listed = await t.call<SignedInDevice[]>('GET', SESSIONS, { as: other })
  const { id } = listed.body.find(({ current }) => current) ?? { id: '' }
  const right = { email: owner.email, password: PASSWORD }
  const next = { current_password: 'not this one', new_password: 'another long one' }
  const answers = await answersOf(t.call, as, [
    { method: 'POST', path: SIGN_IN, body: right, bad: { email: owner.email } },
    { method: 'GET', path: SESSION },
    { method: 'GET', path: SESSIONS },
    { method: 'DELETE', path: `${SESSIONS}/${id}` },
    { method: 'PATCH', path: '/platform/profile', body: { name: 'New' }, bad: { name: ' ' } },
    { method: 'POST', path: PASSWORD_PATH, body: next, bad: { new_password: 'short' } },
    { method: 'POST', path: '/platform/auth/sign-out', body: {}, bad: { everywhere: true } },
  ])
  expect(answers).toMatchInlineSnapshot(`
    {
      "DELETE /platform/auth/sessions/…": "nobody 401 UNAUTHORIZED, stranger 404 SESSION_NOT_FOUND, member 200",
      "GET /platform/auth/session": "nobody 401 UNAUTHORIZED, stranger 200, member 200",
      "GET /platform/auth/sessions": "nobody 401 UNAUTHORIZED, stranger 200, member 200",
      "PATCH /platform/profile": "nobody 401 UNAUTHORIZED, stranger 200, bad 422 BAD_INPUT, member 200",
      "POST /platform/auth/sign-in": "nobody 200, stranger 200, bad 422 BAD_INPUT, member 200",
      "POST /platform/auth/sign-out": "nobody 401 UNAUTHORIZED, stranger 200, bad 422 BAD_INPUT, member 200",
      "POST /platform/profile/password": "nobody 401 UNAUTHORIZED, stranger 401 BAD_CREDENTIALS, bad 422 BAD_INPUT, member 401 BAD_CREDENTIALS",
    }
  `)
})

describe('signing in', () => {
  test('sets a cookie that scripts cannot read and that says who somebody is', async () => {
    const user = await t.makeUser({ name: 'Ada' })
    const answer = await signIn(user.email.toUpperCase())
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ user, grants: [], scopes: null })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^plinth_session=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
      ),
    ])
    const session = await t.call<Session>('GET', SESSION, { as: answer.as })
    expect(session.body).toEqual(answer.body)
    expect(session.headers.get('cache-control')).toBe('no-store')
  })

  test('over TLS the cookie is bound to this very host', async () => {
    await using tls = await testApp({ publicUrl: 'https://plinth.test' })
    const { email } = await tls.makeUser()
    const answer = await tls.call('POST', SIGN_IN, { body: { email, password: PASSWORD } })
    const [cookie = ''] = answer.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-plinth_session=/)
    expect(cookie).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
    expect(cookie).not.toContain('Domain')
    expect((await tls.call('GET', SESSION, { as: answer.as })).status).toBe(200)
  })

  test('an unknown account and a wrong password answer alike, after a like time', async () => {
    const { email } = await t.makeUser()
    const timed = async (address: string) => {
      const startedMs = performance.now()
      const answer = await signIn(address, 'not the password')
      return { answer, tookMs: performance.now() - startedMs }
    }
    const wrong = [await timed(email), await timed(email), await timed(email)]
    const unknown = [await timed('a@x.org'), await timed('b@x.org'), await timed('c@x.org')]
    const bodies = new Set([...wrong, ...unknown].map(({ answer }) => JSON.stringify(answer.body)))
    expect([...bodies]).toEqual([expect.stringContaining('BAD_CREDENTIALS')])
    const fastest = (all: typeof wrong) => Math.min(...all.map(({ tookMs }) => tookMs))
    // without hashing for nothing, the unknown one is ten times as fast
    expect(fastest(unknown)).toBeGreaterThan(fastest(wrong) / 3)
    expect(unknown[0]?.answer.headers.getSetCookie()).toEqual([])
  })

  test('a cookie with another signature, or cut short, is nobody', async () => {
    const as = await t.signIn(await t.makeUser())
    const forged = as.cookie.replace(/%3D$/, '').slice(0, -3)
    const answer = await t.call('GET', SESSION, { as: { cookie: `${forged}AAA%3D` } })
    expect(answer.body.code).toBe('UNAUTHORIZED')
  })

  test('a form of another site signs nobody in', async () => {
    const { email } = await t.makeUser()
    const submit = (from: Record<string, string>) =>
      t.app.request(SIGN_IN, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...from },
        body: new URLSearchParams({ email, password: PASSWORD }).toString(),
      })
    expect((await submit({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await submit({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await submit({ 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })

  test('sweeps the sessions of that person that are over', async () => {
    const user = await t.makeUser()
    await t.signIn(user)
    await t.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', user.id)
      .execute()
    await signIn(user.email)
    const left = t.db.selectFrom('sessions').select('id').where('user_id', '=', user.id)
    expect(await left.execute()).toHaveLength(1)
  })

  test('no account can be made from outside', async () => {
    for (const path of ['/api/auth/sign-up/email', '/api/auth/sign-in/email', '/api/auth/ok']) {
      const body = { name: 'Eve', email: 'eve@example.com', password: PASSWORD }
      expect((await t.call('POST', path, { body })).status).toBe(404)
    }
  })

  test('the password reaches neither the log nor the audit log', async () => {
    const user = await t.makeUser()
    await signIn(user.email, 'a wrong secret phrase')
    const rows = await t.db.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify(rows)).toContain(user.email)
    expect(JSON.stringify(rows) + t.logged.join('')).not.toContain('a wrong secret phrase')
  })
})

describe('a session', () => {
  test('moves its end on when it is used, and its cookie with it', async () => {
    const user = await t.makeUser()
    const { as } = await signIn(user.email)
    const end = async () => {
      const query = t.db.selectFrom('sessions').select('expires_at').where('user_id', '=', user.id)
      return (await query.executeTakeFirstOrThrow()).expires_at
    }
    const fresh = await t.call('GET', SESSION, { as })
    expect(fresh.as, 'a day has not passed yet').toBeUndefined()

    const soon = new Date(Date.now() + 60_000)
    await t.db
      .updateTable('sessions')
      .set({ expires_at: soon })
      .where('user_id', '=', user.id)
      .execute()
    const renewed = await t.call('GET', SESSION, { as })
    expect(renewed.as?.cookie).toBe(as?.cookie)
    expect((await end()).getTime()).toBeGreaterThan(Date.now() + 29 * 24 * 60 * 60_000)
  })

  test('that is over is nobody', async () => {
    const user = await t.makeUser()
    const as = await t.signIn(user)
    await t.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', user.id)
      .execute()
    expect((await t.call('GET', SESSION, { as })).status).toBe(401)
  })

  test('signed out is over, and its cookie taken back', async () => {
    const user = await t.makeUser()
    const { as } = await signIn(user.email)
    expect((await t.call('GET', SESSION, { as })).status).toBe(200)
    const out = await t.call('POST', '/platform/auth/sign-out', { as, body: {} })
    expect(out.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^plinth_session=; Max-Age=0;/),
    ])
    expect((await t.call('GET', SESSION, { as })).status).toBe(401)
  })
})

describe('devices', () => {
  test('are listed with where from and what with, without anything to sign in by', async () => {
    const user = await t.makeUser()
    const headers = { 'user-agent': 'Firefox', 'x-forwarded-for': '192.0.2.7' }
    const { as } = await signIn(user.email, PASSWORD, headers)
    await t.signIn(user)
    const { body } = await t.call<SignedInDevice[]>('GET', SESSIONS, { as })
    expect(body).toHaveLength(2)
    expect(body.find(({ current }) => current)).toEqual({
      id: expect.any(String),
      current: true,
      ip_address: '192.0.2.7',
      user_agent: 'Firefox',
      created_at: expect.any(String),
      expires_at: expect.any(String),
    })
    const { token } = await t.db
      .selectFrom('sessions')
      .select('token')
      .where('user_id', '=', user.id)
      .executeTakeFirstOrThrow()
    expect(JSON.stringify(body)).not.toContain(token)
  })

  test('one is signed out, the others stay; somebody else’s is not found', async () => {
    const user = await t.makeUser()
    const [here, there] = [await t.signIn(user), await t.signIn(user)]
    const { body } = await t.call<SignedInDevice[]>('GET', SESSIONS, { as: here })
    const other = body.find(({ current }) => !current)
    const path = `${SESSIONS}/${other?.id}`
    expect((await t.call('GET', SESSION, { as: there })).status).toBe(200)

    const stranger = await t.signIn(await t.makeUser())
    const refused = await t.call('DELETE', path, { as: stranger })
    expect(refused.body.code).toBe('SESSION_NOT_FOUND')
    expect((await t.call('GET', SESSION, { as: there })).status).toBe(200)

    expect((await t.call('DELETE', path, { as: here })).status).toBe(200)
    expect((await t.call('GET', SESSION, { as: there })).status).toBe(401)
    expect((await t.call('GET', SESSION, { as: here })).status).toBe(200)
  })

  test('are all signed out at once', async () => {
    const user = await t.makeUser()
    const sessions = [await t.signIn(user), await t.signIn(user), await t.signIn(user)]
    for (const as of sessions) expect((await t.call('GET', SESSION, { as })).status).toBe(200)
    const out = await t.call('DELETE', SESSIONS, { as: sessions[0] })
    expect(out.headers.getSetCookie()[0]).toMatch(/^plinth_session=; Max-Age=0;/)
    for (const as of sessions) expect((await t.call('GET', SESSION, { as })).status).toBe(401)
  })
})

describe('changing the password', () => {
  const change = (as: { cookie: string }, current_password: string, new_password: string) =>
    t.call('POST', PASSWORD_PATH, { as, body: { current_password, new_password } })

  test('takes the current one, and ends every other session at once', async () => {
    const user = await t.makeUser()
    const [here, there] = [await t.signIn(user), await t.signIn(user)]
    expect((await t.call('GET', SESSION, { as: there })).status).toBe(200)
    const refused = await change(here, 'not the password', 'a brand new one')
    expect(refused.body).toMatchObject({
      code: 'BAD_CREDENTIALS',
      message: 'The current password is wrong',
    })
    expect((await change(here, PASSWORD, 'a brand new one')).status).toBe(200)
    expect((await t.call('GET', SESSION, { as: there })).status).toBe(401)
    expect((await t.call('GET', SESSION, { as: here })).status).toBe(200)
    expect((await signIn(user.email)).status).toBe(401)
    expect((await signIn(user.email, 'a brand new one')).status).toBe(200)
  })

  test('is no way to guess the current one', async () => {
    const as = await t.signIn(await t.makeUser())
    for (let guess = 0; guess < 5; guess++) {
      expect((await change(as, `guess ${guess}`, 'a brand new one')).status).toBe(401)
    }
    const refused = await change(as, PASSWORD, 'a brand new one')
    expect(refused.body.code).toBe('TOO_MANY_REQUESTS')
  })
})

test('a new name is there at once', async () => {
  const as = await t.signIn(await t.makeUser({ name: 'Old' }))
  await t.call('GET', SESSION, { as })
  const changed = await t.call<Session>('PATCH', '/platform/profile', { as, body: { name: 'New' } })
  expect(changed.body.user.name).toBe('New')
  expect((await t.call<Session>('GET', SESSION, { as })).body.user.name).toBe('New')
})
