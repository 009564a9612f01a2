import { expect, test } from 'vitest'
import {
  type Point,
  binToPixels,
  lonePoints,
  nearestPoint,
  pointsOf,
  stepFrom,
  topOf,
} from './chart-data.ts'

const points = (...values: readonly (number | null)[]): Point[] =>
  values.map((value, index) => ({ at: index * 1000, value }))

test('what was not measured is a gap, not a zero', () => {
  const data = [
    { period_start: '1970-01-01T00:00:00Z', values: { cpu_usage: 0 } },
    { period_start: '1970-01-01T00:00:01Z', values: { cpu_usage: null } },
    { period_start: '1970-01-01T00:00:02Z', values: {} },
  ]
  expect(pointsOf({ data }, 'cpu_usage')).toEqual(points(0, null, null))
})

test('fewer points than pixels stay as they are', () => {
  const few = points(1, 2, 3)
  expect(binToPixels(few, 100)).toBe(few)
})

test('more points than pixels keep every peak', () => {
  const many = points(...Array.from({ length: 1000 }, (_, index) => (index === 777 ? 99 : 1)))
  const binned = binToPixels(many, 240)
  expect(binned).toHaveLength(240)
  expect(Math.max(...binned.map(({ value }) => value ?? 0))).toBe(99)
  expect(binned.map(({ at }) => at)).toEqual(binned.map(({ at }) => at).toSorted((a, b) => a - b))
})

test('a bin of gaps is a gap', () => {
  expect(binToPixels(points(null, null, 5, null), 2).map(({ value }) => value)).toEqual([null, 5])
})

test('the first value of a new project is seen, and so is one between two gaps', () => {
  expect(lonePoints(points(null, null, 5))).toEqual([{ at: 2000, value: 5 }])
  expect(lonePoints(points(1, null, 2, null, 3, 4))).toEqual([
    { at: 0, value: 1 },
    { at: 2000, value: 2 },
  ])
  expect(lonePoints(points(1, 2, 3))).toEqual([])
})

test('the pointer finds what was measured', () => {
  const some = points(1, null, null, 4)
  expect([0, 1200, 1800, 9000].map((at) => nearestPoint(some, at))).toEqual([0, 0, 3, 3])
  expect(nearestPoint(points(null), 0)).toBeUndefined()
})

test('arrow keys pass over gaps and stop at the ends', () => {
  const some = points(1, null, 3)
  expect([stepFrom(some, 0, 1), stepFrom(some, 2, -1), stepFrom(some, 2, 1)]).toEqual([2, 0, 2])
})

test('a percentage is drawn up to 100, and beyond where it goes beyond', () => {
  expect([topOf(points(12), true), topOf(points(130), true)]).toEqual([100, 150])
  expect([topOf(points(0, null), false), topOf(points(200), false)]).toEqual([
    1, 220.00000000000003,
  ])
})
