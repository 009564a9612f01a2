import { expect, test } from 'vitest'
import { withRecent } from './recent.ts'

test('the newest comes first, once', () => {
  expect(withRecent(['a', 'b'], ' b ')).toEqual(['b', 'a'])
  expect(withRecent(['a'], '  ')).toEqual(['a'])
  expect(withRecent([], 'x'.repeat(30_000))).toEqual([])
  const many = Array.from({ length: 20 }, (_, n) => String(n))
  expect(withRecent(many, 'new')).toHaveLength(15)
})
