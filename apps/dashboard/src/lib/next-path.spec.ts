import { expect, test } from 'vitest'
import { safeNext } from './next-path.ts'

test.each([
  ['/project/abc?x=1#y', '/project/abc?x=1#y'],
  ['/', '/'],
  ['/a/../b', '/b'],
])('%s is a way on', (next, expected) => {
  expect(safeNext(next)).toBe(expected)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example',
  'javascript:alert(1)',
  'relative',
  '',
  undefined,
  7,
])('%s leads nowhere', (next) => {
  expect(safeNext(next)).toBeUndefined()
})
