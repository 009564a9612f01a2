import { expect, test } from 'vitest'
import { operationNameFor } from './operation-name.ts'

test('a name is sent where there is something to choose between', () => {
  const two = 'query A { a } query B { b }'
  expect(operationNameFor(two, 'B')).toBe('B')
  expect(operationNameFor(two, 'Old')).toBeNull()
  expect(operationNameFor('{ a }', 'Old')).toBeNull()
  expect(operationNameFor('query A { a }', 'A')).toBeNull()
  expect(operationNameFor('query A {', 'A')).toBeNull()
  expect(operationNameFor(two, undefined)).toBeNull()
})
