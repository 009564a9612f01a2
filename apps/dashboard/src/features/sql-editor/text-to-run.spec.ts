import { MAX_SQL_BYTES } from '@plinth/contract'
import { expect, test } from 'vitest'
import { refusal, statementToRun, textToRun } from './text-to-run.ts'

const DOC = 'select 1;\nselect 2'

test.each([
  ['a cursor runs everything', { from: 3, to: 3 }, { sql: DOC, offset: 0 }],
  ['a selection runs alone', { from: 10, to: 18 }, { sql: 'select 2', offset: 10 }],
  ['selected spaces count as nothing selected', { from: 9, to: 10 }, { sql: DOC, offset: 0 }],
  ['a part of a statement is the user’s choice', { from: 0, to: 6 }, { sql: 'select', offset: 0 }],
])('%s', (_name, selection, expected) => {
  expect(textToRun(DOC, selection)).toEqual(expected)
})

test('the statement under the cursor knows where it stands', () => {
  expect(statementToRun(DOC, 12)).toEqual({ sql: 'select 2', offset: 10 })
  expect(statementToRun('-- nothing', 3)).toEqual({ sql: '-- nothing', offset: 0 })
})

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
