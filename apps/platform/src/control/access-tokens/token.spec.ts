import { ACCESS_TOKEN_PATTERN } from '@plinth/contract'
import { expect, test } from 'vitest'
import { isWellFormed, keptOf, makeToken } from './token.ts'

test('a new token has the published form and passes its own check', () => {
  for (let count = 0; count < 200; count++) {
    const token = makeToken()
    expect(token).toMatch(ACCESS_TOKEN_PATTERN)
    expect(isWellFormed(token)).toBe(true)
  }
  expect(makeToken()).not.toBe(makeToken())
})

test('what is not quite a token is refused', () => {
  const token = makeToken()
  const swapped = token.slice(0, 20) + (token[20] === 'a' ? 'b' : 'a') + token.slice(21)
  const table = {
    'one letter changed': swapped,
    'last letter lost': token.slice(0, -1),
    'one letter too many': `${token}a`,
    'another start': token.replace('plinth', 'plinch'),
    'a space before it': ` ${token}`,
    'a line break behind it': `${token}\n`,
    'nothing at all': '',
    'a checksum that is not its own': `${token.slice(0, -6)}${makeToken().slice(-6)}`,
  }
  const passed = Object.entries(table).filter(([, text]) => isWellFormed(text))
  expect(passed).toEqual([])
})

test('the checksum never changes, or every token given out would die', () => {
  const zeros = `plinth_pat_${'0'.repeat(40)}`
  // CRC-32 of forty zeros is 0x963fbb8e, worked out by another program
  expect(isWellFormed(`${zeros}2kaqcA`)).toBe(true)
  expect(isWellFormed(`${zeros}2kaqcB`)).toBe(false)
})

test('what is kept does not hold the token', () => {
  const token = makeToken()
  const kept = keptOf(token)
  expect(kept.prefix).toBe(token.slice(0, 15))
  expect(kept.token_hash).toHaveLength(32)
  expect(JSON.stringify(kept)).not.toContain(token.slice(15))
})
