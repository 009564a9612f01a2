import { expect, test } from 'vitest'
import { count } from './count.ts'
import { formatBytes } from './format-bytes.ts'
import { perHour, perMonth } from './format-price.ts'

test.each([
  [0, '0 bytes'],
  [512, '512 bytes'],
  [8_279_731, '7.9 MB'],
  [29_350_000, '28.0 MB'],
  [1024 ** 3 * 8, '8 GB'],
  [1024 ** 2 * 250, '250 MB'],
  [1024 ** 4 * 3, '3 TB'],
  [1024 ** 5 * 2, '2,048 TB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('prices', () => {
  expect(perMonth(0)).toBe('Free')
  expect(perMonth(1870)).toBe('$1,870 / month')
  expect(perHour(0.01344)).toBe('$0.01344 / hour')
})

test('counts', () => {
  expect([0, 1, 2400].map((amount) => count(amount, 'project'))).toEqual([
    'no projects',
    '1 project',
    '2,400 projects',
  ])
})
