import { expect, test } from 'vitest'
import { readBytes, readingBudget } from './reading-budget.ts'

const MB = 1024 * 1024

test('a burst is read at once, and what follows slowly', () => {
  const budget = readingBudget()
  expect(budget.of('a', 0)).toBe(4 * MB)
  budget.spend('a', 4 * MB)
  expect(budget.of('a', 0)).toBe(0)
  expect(budget.of('b', 0)).toBe(4 * MB)
  expect(budget.of('a', 15_000)).toBe(0)
  expect(budget.of('a', 16_000)).toBe(MB)
  expect(budget.of('a', 3_600_000)).toBe(4 * MB)
})

test('what a reading cost', () => {
  expect(readBytes(undefined, undefined)).toBe(0)
  expect(readBytes(undefined, { file: '1', offset: 10 })).toBe(10)
  expect(readBytes({ file: '1', offset: 4 }, { file: '1', offset: 10 })).toBe(6)
  expect(readBytes({ file: '1', offset: 4 }, { file: '2', offset: 10 })).toBe(10)
})
