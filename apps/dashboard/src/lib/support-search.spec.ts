import { expect, test } from 'vitest'
import { parseSupportSearch } from './support-search.ts'

test('a link fills in what it names', () => {
  const named = { ref: 'shop', category: 'backups', subject: 'Help', message: 'It hangs' }
  expect(parseSupportSearch(named)).toEqual(named)
})

test('links of other clients are understood', () => {
  expect(parseSupportSearch({ projectRef: 'shop', category: 'Problem' })).toEqual({
    ref: 'shop',
    category: 'problem',
  })
  expect(parseSupportSearch({ category: 'dashboard_bug' })).toEqual({ category: 'other' })
})

test('what is of no use is left out, and nothing is longer than it may be', () => {
  expect(parseSupportSearch({ ref: '', category: 7, subject: {}, other: 'x' })).toEqual({
    category: 'other',
  })
  const long = parseSupportSearch({ subject: 'a'.repeat(999), message: 'b'.repeat(9999) })
  expect([long.subject?.length, long.message?.length]).toEqual([200, 5000])
})
