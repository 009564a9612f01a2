import { expect, test } from 'vitest'
import { binBars, labelPlaces } from './bar-data.ts'

const bars = (...values: readonly number[]) =>
  values.map((value, index) => ({
    key: String(index),
    label: `bar ${index}`,
    tick: String(index),
    values: [value],
  }))

test('bars that fit stay as they are', () => {
  expect(binBars(bars(1, 2, 3), 100).map(({ index }) => index)).toEqual([0, 1, 2])
})

test('bars that share a place are the highest of them', () => {
  const many = bars(...Array.from({ length: 1000 }, (_, n) => (n === 777 ? 99 : 1)))
  const binned = binBars(many, 200)
  expect(binned).toHaveLength(100)
  expect(binned.find(({ values }) => values[0] === 99)).toMatchObject({ index: 777, key: '777' })
})

test('labels stand apart', () => {
  expect(labelPlaces(10, 3)).toEqual([0, 4, 8])
  expect(labelPlaces(2, 5)).toEqual([0, 1])
  expect(labelPlaces(0, 5)).toEqual([])
  expect(labelPlaces(60, 0)).toEqual([0])
})
