import { expect, test } from 'vitest'
import { rateLimit } from './rate-limit.ts'

test('a burst, then so many a second, each key for itself', () => {
  const limit = rateLimit(10)
  const allowed = (key: string, atMs: number, tries: number) =>
    Array.from({ length: tries }, () => limit(key, atMs)).filter((wait) => wait === 0).length
  expect(allowed('a', 0, 100)).toBe(20)
  expect(limit('a', 0)).toBe(1)
  expect(allowed('b', 0, 5)).toBe(5)
  expect(allowed('a', 500, 100)).toBe(5)
  expect(allowed('a', 60_000, 100)).toBe(20)
})

test('no limit is none', () => {
  const limit = rateLimit(0)
  expect(Array.from({ length: 10_000 }, () => limit('a', 0)).every((wait) => wait === 0)).toBe(true)
})
