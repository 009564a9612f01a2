import { expect, test } from 'vitest'
import { exportFileName, type ExportFormat } from './export-name.ts'
import { copyName, defaultName } from './snippet-names.ts'

test.each([
  ['select 1', [], 'Untitled query'],
  ['select 1', ['Untitled query'], 'Untitled query 2'],
  ['select 1', ['untitled QUERY', 'Untitled query 2'], 'Untitled query 3'],
  ['-- Active users\nselect 1', [], 'Active users'],
  ['\n  --- Active users: ---\nselect 1', ['Active users'], 'Active users 2'],
  ['/*\n * Orders by day\n * and country\n */ select 1', [], 'Orders by day'],
  ['--\n-- The first line is empty\nselect 1', [], 'Untitled query'],
  [`-- ${'very '.repeat(20)}long\nselect 1`, [], 'Untitled query'],
])('%j is called by default, beside %j: %s', (sql, taken, expected) => {
  expect(defaultName(sql, taken)).toBe(expected)
})

test('a copy is named after its original and fits the limit of a name', () => {
  expect(copyName('Report', [])).toBe('Report (copy)')
  expect(copyName('Report', ['Report (copy)'])).toBe('Report (copy) 2')
  expect(copyName('x'.repeat(120), []).length).toBeLessThanOrEqual(120)
})

test.each<[string, ExportFormat, number, number, string]>([
  ['Active users', 'csv', 0, 1, 'active-users.csv'],
  ['Active users', 'json', 1, 2, 'active-users-2.json'],
  ['Größe je Land', 'markdown', 0, 1, 'größe-je-land.md'],
  ['../../etc/passwd', 'csv', 0, 1, 'etc-passwd.csv'],
  ['a:b*c?"<>|', 'csv', 0, 1, 'a-b-c.csv'],
  [' … . ', 'csv', 0, 1, '….csv'],
  ['...', 'csv', 0, 1, 'query.csv'],
  ['x'.repeat(200), 'csv', 0, 1, `${'x'.repeat(80)}.csv`],
])('%j as %s %d of %d is %s', (...[name, format, index, count, expected]) => {
  expect(exportFileName({ name, format, index, count })).toBe(expected)
})
