import { expect, test } from 'vitest'
import { DisplayName } from './common.ts'

test('a name could not be typed again as it looked', () => {
  expect(DisplayName.parse('  New \u00A0  name\n')).toBe('New name')
  for (const name of ['\u202Egnihton', 'no\u200Bthing', 'no\tthing', 'no\uFEFFthing'])
    expect(() => DisplayName.parse(name), JSON.stringify(name)).toThrow('control characters')
  // joins letters and pictures, and is seen by what it does
  for (const name of ['می\u200Cخواهم', '👩\u200D🚀', 'O’Brien & söhne <b>'])
    expect(DisplayName.parse(name)).toBe(name)
  expect(() => DisplayName.parse(' \n ')).toThrow('Enter a name')
})
