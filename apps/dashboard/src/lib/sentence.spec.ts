import { expect, test } from 'vitest'
import { sentence } from './sentence.ts'

test.each([
  ['relation "x" does not exist', 'relation "x" does not exist.'],
  ['It failed.', 'It failed.'],
  ['Is it there?', 'Is it there?'],
])('%s', (text, expected) => {
  expect(sentence(text)).toBe(expected)
})
