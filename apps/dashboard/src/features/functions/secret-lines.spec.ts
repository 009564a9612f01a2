import { expect, test } from 'vitest'
import { secretsFrom } from './secret-lines.ts'

test('secrets are read as from a file of environment variables', () => {
  const text = `# mail
    MAIL_KEY=abc=def
    export TOKEN="two\\nlines"
    QUOTED='as \\n is'

    EMPTY=`
  expect(secretsFrom(text)).toEqual([
    { name: 'MAIL_KEY', value: 'abc=def' },
    { name: 'TOKEN', value: 'two\nlines' },
    { name: 'QUOTED', value: 'as \\n is' },
    { name: 'EMPTY', value: '' },
  ])
})

test.each([
  ['A=1\nnothing', 'Line 2 is no secret: write NAME=value'],
  ['# only a comment', 'Write at least one secret: NAME=value'],
])('%j is refused: %s', (text, problem) => expect(secretsFrom(text)).toBe(problem))
