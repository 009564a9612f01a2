import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { signJwt, verifyJwt } from './jwt.ts'

const SECRET = 'a secret of at least thirty-two characters'
const NOW_MS = 1_800_000_000_000
const NOW = NOW_MS / 1000

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const forged = (header: unknown, claims: unknown, secret = SECRET) => {
  const body = `${part(header)}.${part(claims)}`
  return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`
}

test('a token is believed only as it was signed', () => {
  const token = signJwt({ role: 'anon', exp: NOW + 60 }, SECRET)
  const [header = '', payload = '', signature = ''] = token.split('.')
  const table = {
    'as signed': token,
    'a role written over': `${header}.${part({ role: 'service_role' })}.${signature}`,
    'another secret': signJwt({ role: 'anon' }, `${SECRET}!`),
    'no signature': `${header}.${payload}.`,
    'alg none, unsigned': `${part({ alg: 'none' })}.${payload}.`,
    'alg none, signed': forged({ alg: 'none' }, { role: 'anon' }),
    'another alg, signed': forged({ alg: 'RS256' }, { role: 'anon' }),
    'a fourth part': `${token}.x`,
    'no token': 'anon',
    'claims that are a list': forged({ alg: 'HS256' }, ['anon']),
    'a role that is no text': forged({ alg: 'HS256' }, { role: 5 }),
  }
  const results = Object.entries(table).map(
    ([what, text]) => `${what}: ${verifyJwt(text, SECRET, NOW_MS).is}`,
  )
  expect(results).toMatchInlineSnapshot(`
    [
      "as signed: valid",
      "a role written over: invalid",
      "another secret: invalid",
      "no signature: invalid",
      "alg none, unsigned: invalid",
      "alg none, signed: invalid",
      "another alg, signed: invalid",
      "a fourth part: invalid",
      "no token: invalid",
      "claims that are a list: invalid",
      "a role that is no text: invalid",
    ]
  `)
})

test('a token counts until it expires, give or take half a minute', () => {
  const is = (exp: number | undefined) =>
    verifyJwt(signJwt({ role: 'anon', exp }, SECRET), SECRET, NOW_MS).is
  expect([undefined, NOW + 1, NOW - 29, NOW - 31].map(is)).toEqual([
    'valid',
    'valid',
    'valid',
    'expired',
  ])
})
