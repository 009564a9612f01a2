import { expect, test } from 'vitest'
import { pathOfBadText } from './plain-text.ts'

test('every text is looked at, however deep it lies', () => {
  // any JSON at all
  const deep = JSON.parse(`${'['.repeat(100_000)}"\\u0000"${']'.repeat(100_000)}`) as unknown
  expect({
    fine: pathOfBadText({ name: 'Größe 🦆', list: ['a', 1, null, true], date: new Date() }),
    nothing: pathOfBadText(undefined),
    empty: pathOfBadText({}),
    nul: pathOfBadText({ name: 'a\0b' }),
    'half a pair': pathOfBadText({ list: ['a', '\ud83e'] }),
    nested: pathOfBadText({ a: { b: [{ c: '\0' }] } }),
    'a name': pathOfBadText({ a: { 'b\0': 1 } }),
    'the text itself': pathOfBadText('\0'),
    'very deep': typeof pathOfBadText(deep),
  }).toEqual({
    fine: undefined,
    nothing: undefined,
    empty: undefined,
    nul: 'name',
    'half a pair': 'list.1',
    nested: 'a.b.0.c',
    'a name': 'a',
    'the text itself': '',
    'very deep': 'string',
  })
})
