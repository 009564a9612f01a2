import type { AccessToken, Organization, Session } from '@plinth/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeToken } from '#app/control/access-tokens/token.ts'
import { answersOf } from '#test/answers.ts'
import { type Answer, PASSWORD, type TestApp, testApp } from '#test/harness.ts'
import { ensureFirstOwner, needsOwner } from './service.ts'

// every test starts with an installation nobody has signed in to
let t: TestApp
beforeEach(async () => {
  t = await testApp()
  return () => t[Symbol.asyncDispose]()
})

const CLAIM = '/platform/auth/claim-owner'
const ADA = { name: 'Ada', email: 'ada@example.com', password: PASSWORD }

const start = (accessToken?: string) => ensureFirstOwner(t.deps, { accessToken })
const tokenOf = (welcomeUrl = '') => new URL(welcomeUrl).searchParams.get('token') ?? ''
const claim = (token: string, changes = {}): Promise<Answer<Session>> =>
  t.call<Session>('POST', CLAIM, { body: { token, ...ADA, ...changes } })
const codeOf = ({ body }: Answer<unknown>) => body && Object(body).code

describe('the one-time link', () => {
  test('makes the first account, signed in, and then nothing ever again', async () => {
    expect(await needsOwner(t.db)).toBe(true)
    const { welcomeUrl } = await start()
    expect(welcomeUrl).toMatch(/^http:\/\/plinth\.test\/welcome\?token=[\w-]{43}$/)
    const answer = await claim(tokenOf(welcomeUrl))
    expect(answer.body.user).toMatchObject({ name: 'Ada', email: 'ada@example.com' })
    expect((await t.call('GET', '/platform/auth/session', { as: answer.as })).status).toBe(200)
    expect(await needsOwner(t.db)).toBe(false)
    expect(codeOf(await claim(tokenOf(welcomeUrl), { email: 'b@example.com' }))).toBe(
      'LINK_INVALID',
    )
    expect(await start()).toEqual({})
  })

  test('answers nobody without it, and a bad body', async () => {
    const { welcomeUrl } = await start()
    const wrong = { ...ADA, token: 'x'.repeat(43) }
    const bad = { ...ADA, token: tokenOf(welcomeUrl), password: 'short' }
    const asked = [{ method: 'POST', path: CLAIM, body: wrong, bad }] as const
    const answers = await answersOf(t.call, { member: undefined, stranger: undefined }, asked)
    expect(answers).toEqual({
      [`POST ${CLAIM}`]:
        'nobody 410 LINK_INVALID, stranger 410 LINK_INVALID, bad 422 BAD_INPUT, member 410 LINK_INVALID',
    })
  })

  test('is used once, however many use it at once', async () => {
    const token = tokenOf((await start()).welcomeUrl)
    const claims = [1, 2, 3, 4].map((n) => claim(token, { email: `p${n}@example.com` }))
    const statuses = (await Promise.all(claims)).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410, 410, 410])
    expect(await t.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  })

  test('is replaced by the one of the next start', async () => {
    const first = tokenOf((await start()).welcomeUrl)
    const second = tokenOf((await start()).welcomeUrl)
    expect(codeOf(await claim(first))).toBe('LINK_INVALID')
    expect((await claim(second)).status).toBe(200)
  })

  test('is over after a day', async () => {
    const token = tokenOf((await start()).welcomeUrl)
    t.time.aheadMs += 25 * 60 * 60_000
    expect(codeOf(await claim(token))).toBe('LINK_INVALID')
  })

  test('is known to nobody but its reader', async () => {
    const token = tokenOf((await start()).welcomeUrl)
    const rows = await t.db.selectFrom('one_time_links').selectAll().execute()
    await claim(token, { password: 'short' })
    await claim(token)
    const audit = await t.db.selectFrom('audit_log').selectAll().execute()
    expect(JSON.stringify([rows, audit]) + t.logged.join('')).not.toContain(token)
  })

  test('cannot be guessed without end', async () => {
    for (let guess = 0; guess < 30; guess++) await claim('x'.repeat(43))
    const { welcomeUrl } = await start()
    expect(codeOf(await claim(tokenOf(welcomeUrl)))).toBe('TOO_MANY_REQUESTS')
  })
})

describe('a seeded access token', () => {
  test('works from the first start, and what it made is the owner’s who claims', async () => {
    const token = makeToken()
    const { welcomeUrl } = await start(token)
    const made = await t.call<Organization>('POST', '/v1/organizations', {
      as: { token },
      body: { name: 'Automated' },
    })
    expect(made.status).toBe(201)

    const answer = await claim(tokenOf(welcomeUrl))
    expect(answer.body.grants).toEqual([
      { organization_slug: made.body.slug, role: 'owner', project_refs: null },
    ])
    const still = await t.call<Session>('GET', '/platform/auth/session', { as: { token } })
    expect(still.body.user, 'and the token stays, as theirs').toEqual(answer.body.user)
  })

  test('is not doubled by the next start, and does not stand in a list', async () => {
    const token = makeToken()
    await start(token)
    await start(token)
    const path = '/platform/access-tokens'
    const { body } = await t.call<AccessToken[]>('GET', path, { as: { token } })
    expect(body).toHaveLength(1)
    expect(body[0]).toMatchObject({ name: 'PLINTH_ACCESS_TOKEN', scopes: null, expires_at: null })
    expect(JSON.stringify(body)).not.toContain(token)
  })

  test('makes nobody the owner of what somebody else uses', async () => {
    await claim(tokenOf((await start()).welcomeUrl))
    const late = makeToken()
    expect(await start(late)).toEqual({})
    expect((await t.call('GET', '/v1/organizations', { as: { token: late } })).status).toBe(401)
    expect(t.logged.join('')).toContain('PLINTH_ACCESS_TOKEN was ignored')
  })

  test('that is none stops the start, and says how to make one', async () => {
    const wrong = start('plinth_pat_short')
    await expect(wrong).rejects.toThrow(/plinth_pat_ followed by 40.*npm run -s token/)
    expect(await t.db.selectFrom('users').select('id').execute()).toEqual([])
  })

  test('leaves the claim open when the address is taken', async () => {
    const token = makeToken()
    const { welcomeUrl } = await start(token)
    await t.makeUser({ email: ADA.email })
    const refused = await claim(tokenOf(welcomeUrl))
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({ data: { fields: { email: [expect.any(String)] } } })
    expect((await claim(tokenOf(welcomeUrl), { email: 'other@example.com' })).status).toBe(200)
  })
})

test('two servers that start at once make one owner and one link that works', async () => {
  await using second = await testApp({ beside: t })
  const token = makeToken()
  const urls = await Promise.all([
    ensureFirstOwner(t.deps, { accessToken: token }),
    ensureFirstOwner(second.deps, { accessToken: token }),
  ])
  expect(await t.db.selectFrom('users').select('id').execute()).toHaveLength(1)
  const statuses = []
  for (const { welcomeUrl } of urls) statuses.push((await claim(tokenOf(welcomeUrl))).status)
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410])
})
