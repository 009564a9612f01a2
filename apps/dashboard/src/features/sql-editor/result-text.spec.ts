import type { StatementResult } from '@plinth/contract'
import { expect, test } from 'vitest'
import { changesSchema, outcome, tabTitle, truncation } from './result-text.ts'

const result = (part: Partial<StatementResult> = {}): StatementResult => ({
  columns: [],
  rows: [],
  command: 'SELECT',
  rowCount: null,
  truncated: false,
  durationMs: 12.4,
  ...part,
})
const columns = [{ name: 'a', type: 'int4', typeOid: 23 }]
const rows = (count: number) => Array.from({ length: count }, () => ['1'])

test.each([
  [result({ columns, rows: rows(100) }), 'Result 1 · 100 rows · 12 ms'],
  [result({ columns, rows: rows(1) }), 'Result 1 · 1 row · 12 ms'],
  [result({ columns, rows: rows(1000), truncated: true }), 'Result 1 · 1,000+ rows · 12 ms'],
  [result({ columns, rows: rows(2), durationMs: 0.4 }), 'Result 1 · 2 rows · < 1 ms'],
  [result({ columns, rows: [] }), 'Result 1 · 0 rows · 12 ms'],
  [result({ command: 'CREATE TABLE' }), 'Result 1 · CREATE TABLE · 12 ms'],
])('tab %#', (given, expected) => {
  expect(tabTitle(given, 0)).toBe(expected)
})

test.each([
  ['INSERT', 3, '3 rows inserted'],
  ['UPDATE', 1, '1 row updated'],
  ['DELETE', 0, '0 rows deleted'],
  ['COPY', 12_345, '12,345 rows copied'],
  ['CREATE TABLE', null, 'The statement ran and had no rows to return'],
  ['SET', null, 'The statement ran and had no rows to return'],
])('%s of %j', (command, rowCount, expected) => {
  expect(outcome(result({ command, rowCount }))).toBe(expected)
})

test('a table that ends early says why', () => {
  const whole = result({ columns, rows: rows(100) })
  expect(truncation(whole, 100)).toBeUndefined()
  expect(truncation({ ...whole, truncated: true }, 100)).toBe(
    'Only the first 100 rows. Raise the row limit to see more.',
  )
  const noLimit =
    'Only the first 100 rows: the whole answer is more than the dashboard can take. Narrow the query or use a direct connection.'
  expect(truncation({ ...whole, truncated: true }, null)).toBe(noLimit)
  expect(truncation({ ...whole, truncated: true }, 500)).toBe(noLimit)
})

test.each([
  ['CREATE TABLE', [], true],
  ['DROP SCHEMA', [], true],
  ['ALTER TABLE', [], true],
  ['DO', [], true],
  ['SELECT', [], true],
  ['SELECT', columns, false],
  ['INSERT', [], false],
  ['BEGIN', [], false],
])('%s with %j may change the names there are: %s', (command, cols, expected) => {
  expect(changesSchema([result({ command, columns: [...cols] })])).toBe(expected)
})
