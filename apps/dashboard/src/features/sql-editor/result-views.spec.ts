import type { StatementResult, TextResult } from '@plinth/contract'
import { expect, test } from 'vitest'
import { announcement, firstView, resultViews } from './result-views.ts'

const statement = (command: string, columnCount = 0): StatementResult => ({
  columns: Array.from({ length: columnCount }, () => ({ name: 'a', type: 'int4', typeOid: 23 })),
  rows: [],
  command,
  rowCount: 0,
  truncated: false,
  durationMs: 1,
})
const create = statement('CREATE TABLE')
const select = statement('SELECT', 1)
const error = {
  message: 'wrong',
  sqlstate: '42601',
  detail: null,
  hint: null,
  position: null,
  statementIndex: 1,
}
const notices = [
  { severity: 'NOTICE', sqlstate: '42P07', message: 'it exists', detail: null, hint: null },
]
const answer = (part: Partial<TextResult>): TextResult => ({
  statements: [],
  notices: [],
  error: null,
  ...part,
})

test.each<[string, TextResult, string[], string | undefined]>([
  ['one table', answer({ statements: [select] }), ['result-0'], 'result-0'],
  [
    'a script shows the table it ends in',
    answer({ statements: [create, select, create] }),
    ['result-0', 'result-1', 'result-2'],
    'result-1',
  ],
  [
    'without a table the last statement',
    answer({ statements: [create, create], notices }),
    ['result-0', 'result-1', 'notices'],
    'result-1',
  ],
  [
    'an error comes first and leaves the results before it',
    answer({ statements: [select], error, notices }),
    ['result-0', 'error', 'notices'],
    'error',
  ],
  ['notices alone', answer({ notices }), ['notices'], 'notices'],
  ['nothing', answer({}), [], undefined],
])('%s', (...[, given, ids, first]) => {
  const views = resultViews(given)
  expect(views.map(({ id }) => id)).toEqual(ids)
  expect(firstView(views)).toBe(first)
})

test('what ended well is announced, what failed is the alert’s to say', () => {
  expect(announcement(answer({ statements: [create, create, select, create] }))).toBe(
    'Result 2 · CREATE TABLE · 1 ms, Result 3 · 0 rows · 1 ms, Result 4 · CREATE TABLE · 1 ms',
  )
  expect(announcement(answer({ statements: [create], error }))).toBe('')
})
