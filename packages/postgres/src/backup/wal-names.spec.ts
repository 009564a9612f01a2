import { expect, test } from 'vitest'
import { isHistory, isSegment, lastContiguous, nextSegment } from './wal-names.ts'

const size = 16 * 1024 * 1024

test.each([
  ['000000010000000000000001', '000000010000000000000002'],
  ['0000000100000000000000FF', '000000010000000100000000'],
  ['00000002000000FF000000FF', '000000020000010000000000'],
])('after %s comes %s', (segment, next) => {
  expect(nextSegment(segment, size)).toBe(next)
})

test('smaller segments are counted differently', () => {
  expect(nextSegment('000000010000000000000FFF', 1024 * 1024)).toBe('000000010000000100000000')
})

test('what is a segment and what is not', () => {
  const names = ['000000010000000000000001', '000000010000000000000001.partial', '00000002.history']
  expect(names.map((name) => [isSegment(name), isHistory(name)])).toEqual([
    [true, false],
    [false, false],
    [false, true],
  ])
})

test('a gap ends what can be reached', () => {
  const present = new Set(['1', '2', '4'].map((n) => `00000001000000000000000${n}`))
  expect(lastContiguous('000000010000000000000001', present, size)).toMatch(/2$/)
  expect(lastContiguous('000000010000000000000003', present, size)).toBeUndefined()
})
