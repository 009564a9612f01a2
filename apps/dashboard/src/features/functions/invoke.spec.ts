import { expect, test } from 'vitest'
import { headersFrom, readable, requestProblem, type TestRequest } from './invoke.ts'

const request: TestRequest = {
  method: 'POST',
  path: '',
  headers: 'content-type: application/json',
  body: '{}',
}

test('headers are read line by line', () => {
  expect(headersFrom('Accept: text/plain\n\n x-a :b: c ')).toEqual([
    ['accept', 'text/plain'],
    ['x-a', 'b: c'],
  ])
  expect(headersFrom('no header')).toBe('“no header” is no header: write name: value')
})

test.each([
  [{}, undefined],
  [{ path: '/a?b=c' }, undefined],
  [{ path: '?b=c' }, undefined],
  [{ path: 'a' }, 'What follows the URL begins with / or ?'],
  [{ body: '{' }, 'The body is no JSON, and its content-type says that it is'],
  [{ body: '{', headers: 'content-type: text/plain' }, undefined],
  [{ body: '{', method: 'GET' as const }, undefined],
  [{ headers: 'x' }, '“x” is no header: write name: value'],
])('%o is refused with %s', (change, problem) => {
  expect(requestProblem({ ...request, ...change })).toBe(problem)
})

test('JSON is laid out, and anything else left alone', () => {
  expect(readable('{"a":1}')).toBe('{\n  "a": 1\n}')
  expect(readable('<p>')).toBe('<p>')
})
