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

test('a file of Windows holds a key of several lines and comments after values', () => {
  const text = [
    'PEM="-----BEGIN KEY-----',
    'a#b=',
    '-----END KEY-----" # made in May',
    'QUOTED="two words" # note',
    'PLAIN=two words # note',
    'COLOR=#fff',
    'JSON="{"a":1}"',
    "OPEN='tis",
    'LAST=1',
  ].join('\r\n')
  expect(secretsFrom(text)).toEqual([
    { name: 'PEM', value: '-----BEGIN KEY-----\na#b=\n-----END KEY-----' },
    { name: 'QUOTED', value: 'two words' },
    { name: 'PLAIN', value: 'two words' },
    { name: 'COLOR', value: '#fff' },
    { name: 'JSON', value: '{"a":1}' },
    { name: 'OPEN', value: "'tis" },
    { name: 'LAST', value: '1' },
  ])
})

test.each([
  ['A=1\nnothing', 'Line 2 is no secret: write NAME=value'],
  ['A=1\nB=2\nA=3', 'Line 3 sets A a second time: leave one of the two out'],
  ['# only a comment', 'Write at least one secret: NAME=value'],
])('%j is refused: %s', (text, problem) => expect(secretsFrom(text)).toBe(problem))
