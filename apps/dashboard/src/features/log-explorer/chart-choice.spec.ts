import { expect, test } from 'vitest'
import { asText, barsOf, chartChoice } from './chart-choice.ts'

const column = (name: string, type: string) => ({ name, type })

test.each([
  [['minute timestamptz', 'requests int8'], { x: 'minute', y: 'requests' }],
  [['requests int8', 'path text'], { x: 'path', y: 'requests' }],
  [['status int4', 'requests int8'], { x: 'requests', y: 'status' }],
  [['path text'], undefined],
  [['requests int8'], undefined],
])('%o', (columns, choice) => {
  const split = columns.map((each) => each.split(' '))
  expect(chartChoice(split.map(([name = '', type = '']) => column(name, type)))).toEqual(choice)
})

test('bars along time stand in its order', () => {
  const answer = {
    columns: [column('at', 'timestamptz'), column('n', 'int8')],
    result: [
      { at: '2026-01-02T03:05:00Z', n: 2 },
      { at: '2026-01-02T03:04:00Z', n: '12345678901234567890' },
      { at: '2026-01-02T03:06:00Z', n: null },
    ],
  }
  expect(barsOf(answer, { x: 'at', y: 'n' }).map(({ values }) => values[0])).toEqual([
    12345678901234567000, 2, 0,
  ])
})

test('the table shows every value as text', () => {
  const columns = [column('a', 'jsonb'), column('b', 'int4'), column('c', 'text')]
  expect(asText({ columns, result: [{ a: { x: [1] }, b: 3, c: null }] })).toEqual([
    ['{"x":[1]}', '3', null],
  ])
})
