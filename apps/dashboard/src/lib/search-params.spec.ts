import { expect, test } from 'vitest'
import { choiceParam, pageParam, textParam } from './search-params.ts'

test('a text is a text, also where the router took it for a number', () => {
  expect([
    textParam('a'),
    textParam(''),
    textParam(42),
    textParam({}),
    textParam(undefined),
  ]).toEqual(['a', undefined, '42', undefined, undefined])
})

test('what is none of the choices is no choice', () => {
  expect(choiceParam('b', ['a', 'b'])).toBe('b')
  expect(choiceParam('c', ['a', 'b'])).toBeUndefined()
})

test('a page is a whole number from 2; the first needs no mention', () => {
  expect([0, 1, 2, 2.5, -3, '4', NaN].map(pageParam)).toEqual([
    undefined,
    undefined,
    2,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
