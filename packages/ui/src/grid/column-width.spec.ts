import { expect, test } from 'vitest'
import { initialWidth } from './column-width.ts'

const id = { name: 'id', type: 'int4' }

test.each([
  { says: 'a short column keeps room', column: id, values: ['1'], expected: 80 },
  { says: 'the longest value decides', column: id, values: ['1', 'x'.repeat(30)], expected: 241 },
  {
    says: 'a long name counts',
    column: { name: 'a_rather_long_name', type: 'text' },
    values: ['1'],
    expected: 197,
  },
  { says: 'no value takes the screen', column: id, values: ['x'.repeat(5000)], expected: 340 },
  {
    says: 'NULL counts as its word',
    column: { name: 'v', type: 'x' },
    values: [null],
    expected: 72,
  },
])('$says', ({ column, values, expected }) => {
  const rows = values.map((value) => [value])
  expect(initialWidth(column, rows, 0)).toBe(expected)
})
