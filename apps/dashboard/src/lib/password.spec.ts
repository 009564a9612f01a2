import { expect, test } from 'vitest'
import { generatePassword, passwordStrength } from './password.ts'

test.each([
  ['password1234', 0],
  ['aaaaaaaaaaaaaaaaaaaa', 0],
  ['abcdefghijklmnop', 0],
  ['12345678901234', 0],
  ['Qwerty123456!', 0],
  ['tidal-lamp', 2],
  ['correct horse battery', 4],
  ['x7Kq-mP2vR_9', 3],
] as const)('%s scores %i', (password, score) => {
  expect(passwordStrength(password).score).toBe(score)
})

test('a generated password is very strong', () => {
  expect(passwordStrength(generatePassword()).score).toBe(4)
})

test('a generated password stands in a connection URI as it is', () => {
  const password = generatePassword()
  expect(password).toHaveLength(24)
  expect(encodeURIComponent(password)).toBe(password)
})

test('no character is likelier than another: bytes that would favour the first are thrown away', () => {
  // random enough, and the same in every run
  let state = 1
  const fill = (bytes: Uint8Array) =>
    bytes.forEach((_, index) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      bytes[index] = (state >>> 16) % 256
    })
  const counts = new Map<string, number>()
  for (let round = 0; round < 8000; round++)
    for (const char of generatePassword(fill).split(''))
      counts.set(char, (counts.get(char) ?? 0) + 1)
  const [least, most] = [Math.min(...counts.values()), Math.max(...counts.values())]
  expect(counts.size).toBe(59)
  expect(most / least).toBeLessThan(1.2)
})
