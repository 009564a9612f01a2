import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Failure, PASSWORD, type TestApp, testApp } from '#test/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t[Symbol.asyncDispose]())

const MINUTE = 60_000
let addresses = 0
/** An address nobody has used yet, so that tests do not count for each other. */
const freshAddress = () => `198.51.100.${++addresses}`

const attempt = (email: string, password: string, from = freshAddress()) =>
  t.call<Failure>('POST', '/platform/auth/sign-in', {
    body: { email, password },
    headers: { 'x-forwarded-for': from },
  })

test('the sixth guess at an account is refused, even the right one, until the window is over', async () => {
  const { email } = await t.makeUser()
  for (let guess = 0; guess < 5; guess++) {
    expect((await attempt(email, `guess number ${guess}`)).body.code).toBe('BAD_CREDENTIALS')
  }
  const refused = await attempt(email, PASSWORD)
  expect(refused.status).toBe(429)
  expect(refused.body.code).toBe('TOO_MANY_REQUESTS')
  expect(refused.body.data?.['retryAfterSeconds']).toBeGreaterThan(14 * 60)
  expect(refused.body.data?.['retryAfterSeconds']).toBeLessThanOrEqual(15 * 60)

  t.time.aheadMs += 14 * MINUTE
  expect((await attempt(email, PASSWORD)).status, 'asking does not prolong it').toBe(429)
  t.time.aheadMs += 2 * MINUTE
  expect((await attempt(email, PASSWORD)).status).toBe(200)
})

test('an account that is not there is limited alike', async () => {
  const statuses = []
  for (let guess = 0; guess < 6; guess++) {
    statuses.push((await attempt('nobody@example.com', 'a guess')).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})

test('guesses made at the same moment do not slip through', async () => {
  const { email } = await t.makeUser()
  const guesses = Array.from({ length: 12 }, (_, guess) => attempt(email, `guess ${guess}`))
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(7)
})

test('a success makes the account start afresh', async () => {
  const { email } = await t.makeUser()
  for (let round = 0; round < 2; round++) {
    for (let guess = 0; guess < 4; guess++) await attempt(email, 'a guess')
    expect((await attempt(email, PASSWORD)).status).toBe(200)
  }
})

test('one address is refused after thirty failures, whatever the account', async () => {
  const address = freshAddress()
  const { email } = await t.makeUser()
  await t.db
    .insertInto('sign_in_attempts')
    .values({
      key: `address ${address}`,
      failures: 28,
      window_ends_at: new Date(t.deps.clock().getTime() + MINUTE),
    })
    .execute()
  expect((await attempt(email, PASSWORD, address)).status, 'a success does not count').toBe(200)
  expect((await attempt('one@example.com', 'a guess', address)).status).toBe(401)
  expect((await attempt('two@example.com', 'a guess', address)).status).toBe(401)
  expect((await attempt(email, PASSWORD, address)).status).toBe(429)
  expect((await attempt(email, PASSWORD)).status, 'others are not concerned').toBe(200)
})

test('a refused address adds no rows for the accounts it asks for', async () => {
  const address = freshAddress()
  const window_ends_at = new Date(t.deps.clock().getTime() + MINUTE)
  const full = { key: `address ${address}`, failures: 30, window_ends_at }
  await t.db.insertInto('sign_in_attempts').values(full).execute()
  await attempt('never-asked@example.com', 'a guess', address)
  const rows = await t.db
    .selectFrom('sign_in_attempts')
    .select('key')
    .where('key', 'like', '%never-asked%')
    .execute()
  expect(rows).toEqual([])
})

test('an address a client makes up does not count for the one it comes from', async () => {
  const address = freshAddress()
  const window_ends_at = new Date(t.deps.clock().getTime() + MINUTE)
  const full = { key: `address ${address}`, failures: 30, window_ends_at }
  await t.db.insertInto('sign_in_attempts').values(full).execute()
  const claimed = await attempt('a@example.com', 'a guess', `203.0.113.9, ${address}`)
  expect(claimed.status).toBe(429)
})
