import { API_KEY_PATTERN, API_KEY_START } from '@plinth/contract'
import { expect, test } from 'vitest'
import { keptOf, makeKey } from './key.ts'

test('a key says what it is', () => {
  for (const type of ['publishable', 'secret'] as const) {
    expect(makeKey(type)).toMatch(API_KEY_PATTERN)
    expect(makeKey(type).startsWith(`${API_KEY_START}${type}_`)).toBe(true)
    expect(makeKey(type)).not.toBe(makeKey(type))
  }
})

test('what is kept of a secret key does not hold it', () => {
  const key = makeKey('secret')
  const { prefix, api_key } = keptOf('secret', key)
  expect(api_key).toBeNull()
  expect(prefix).toMatch(/^plinth_secret_.{4}$/)
  expect(keptOf('publishable', key).api_key).toBe(key)
})
