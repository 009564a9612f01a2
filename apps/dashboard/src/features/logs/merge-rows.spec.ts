import type { LogRow } from '@plinth/contract'
import { expect, test } from 'vitest'
import { type LogPage, newestId, olderThan, withNewRows, withTail } from './merge-rows.ts'

const row = (id: number, second: number): LogRow => ({
  id: String(id),
  timestamp: `2026-01-02T03:04:${String(second).padStart(2, '0')}Z`,
  event_message: null,
})
const page = (...rows: readonly LogRow[]): LogPage => ({ rows, has_older: true, lost_rows: 0 })
const ids = (pages: readonly LogPage[]) => pages.map(({ rows }) => rows.map(({ id }) => id))

test('new rows take their places, each once', () => {
  const pages = [page(row(3, 30), row(2, 20)), page(row(1, 10))]
  // a slow request is written late and began early
  expect(ids(withNewRows(pages, [row(5, 25), row(4, 40), row(3, 30)]))).toEqual([
    ['4', '3', '5', '2'],
    ['1'],
  ])
  expect(withNewRows(pages, [row(2, 20)])).toBe(pages)
  expect(withNewRows([], [row(1, 1)])).toEqual([])
})

test('of the same instant the last written comes first', () => {
  expect(ids(withNewRows([page(row(9, 1))], [row(10, 1), row(8, 1)]))).toEqual([['10', '9', '8']])
})

test('what has no room any more can be loaded again', () => {
  const many = Array.from({ length: 5_000 }, (_, n) => row(n + 1, 0)).toReversed()
  const [first, ...rest] = withNewRows([page(...many), page(row(0, 0))], [row(6_000, 30)])
  expect(rest).toEqual([])
  expect(first).toMatchObject({ has_older: true, rows: { length: 5_000 } })
  expect(first && olderThan(first)).toBe('2026-01-02T03:04:00Z,2')
})

test('where the next look begins', () => {
  expect(newestId([page(row(9, 1), row(10, 1)), page(row(7, 0))])).toBe('10')
  expect(newestId([page()])).toBe('0')
  expect(olderThan({ ...page(row(1, 1)), has_older: false })).toBeUndefined()
})

test('what came faster than one look brings begins the list anew, without a hidden gap', () => {
  const pages = [page(row(2, 20)), page(row(1, 10))]
  const tail = page(row(900, 50), row(899, 49))
  expect(withTail(pages, tail)).toEqual([tail])
  const calm = { rows: [row(3, 30)], has_older: false, lost_rows: 7 }
  expect(ids(withTail(pages, calm))).toEqual([['3', '2'], ['1']])
  expect(withTail(pages, calm)[0]).toMatchObject({ has_older: true, lost_rows: 7 })
})
