import { expect, test } from 'vitest'
import { recent } from './recent.ts'

test('the one untouched for longest goes first', () => {
  const map = recent<number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.get('a')
  map.set('c', 3)
  expect(['a', 'b', 'c'].map(map.get)).toEqual([1, undefined, 3])
})

test('setting again keeps one entry', () => {
  const map = recent<number>(2)
  for (const value of [1, 2, 3]) map.set('a', value)
  map.set('b', 4)
  expect([map.get('a'), map.get('b')]).toEqual([3, 4])
})

test('what is unwanted goes, the rest stays', () => {
  const map = recent<number>(10)
  for (const value of [1, 2, 3, 4]) map.set(String(value), value)
  map.drop((value) => value % 2 === 0)
  expect(['1', '2', '3', '4'].map(map.get)).toEqual([1, undefined, 3, undefined])
})
