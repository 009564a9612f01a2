import { MAX_SQL_BYTES } from '@plinth/contract'
import { expect, test } from 'vitest'
import { refusal } from './text-to-run.ts'

test.each([
  ['nothing', '', 'Write a query first'],
  ['only a comment', '-- select 1', 'Write a query first'],
  ['a query', 'select 1', undefined],
  ['just as much as goes', `select 1${' '.repeat(MAX_SQL_BYTES - 8)}`, undefined],
])('refuses or takes %s', (_name, sql, expected) => {
  expect(refusal(sql)).toBe(expected)
})

test('the size counts in bytes of UTF-8, not in characters', () => {
  const sql = `select '${'ü'.repeat(600_000)}'`
  expect(sql.length).toBeLessThan(MAX_SQL_BYTES)
  expect(refusal(sql)).toBe(
    'This query has 1.14 MiB and the editor takes at most 0.98 MiB. Run it in parts, or through a direct connection to the database.',
  )
})
