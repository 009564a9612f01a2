import { expect, test } from 'vitest'
import { countingSeconds, duration } from './time.ts'

test.each([
  [-5, '0 ms'],
  [0.4, '0 ms'],
  [340, '340 ms'],
  [999, '999 ms'],
  [4200, '4.2 s'],
  [42_400, '42 s'],
  [59_700, '1 min'],
  [60_000, '1 min'],
  [125_000, '2 min 5 s'],
  [3_599_600, '1 h'],
  [11_103_000, '3 h 5 min'],
])('%i ms took %s', (ms, text) => {
  expect(duration(ms)).toBe(text)
})

test('what still grows counts in whole seconds', () => {
  expect(countingSeconds(4900)).toBe('4 seconds')
  expect(countingSeconds(1900)).toBe('1 second')
  expect(countingSeconds(883_000)).toBe('14 min 43 s')
})
