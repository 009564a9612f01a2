import { expect, test } from 'vitest'
import { isJsonDocument, prettyJson } from './pretty-json.ts'

test.each([
  ['{}', true],
  [' [1, 2] ', true],
  ['{"a": 1', false],
  ['"text"', false],
  ['12', false],
  ['{2026-01-01,2026-01-02}', false],
])('%s is a document: %s', (text, expected) => {
  expect(isJsonDocument(text)).toBe(expected)
})

test.each(['{}', '[]', '[[],{}]', '{"a":{"b":[1,{"c":null}]},"d":"x, y: {z}","e":"\\"q\\\\"}'])(
  'lays %s out as JSON.stringify does',
  (text) => {
    expect(prettyJson(text)).toBe(JSON.stringify(JSON.parse(text), null, 2))
  },
)

test('numbers keep their spelling', () => {
  expect(prettyJson('{"id":9007199254740993,"price":1.10}')).toBe(
    '{\n  "id": 9007199254740993,\n  "price": 1.10\n}',
  )
})

test('line breaks escaped in strings stay escaped', () => {
  expect(prettyJson('["a\\nb"]')).toBe('[\n  "a\\nb"\n]')
})
