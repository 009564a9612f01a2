import { expect, test } from 'vitest'
import { everywhere, isEverywhere, rangesIn, textOf, withAddress } from './network-ranges.ts'

test.each([
  ['', { dbAllowedCidrs: [], dbAllowedCidrsV6: [] }],
  [
    ' 203.0.113.0/24\n\n2001:db8::/32, 10.0.0.1\n10.0.0.1/32 ',
    { dbAllowedCidrs: ['203.0.113.0/24', '10.0.0.1/32'], dbAllowedCidrsV6: ['2001:db8::/32'] },
  ],
])('%j names %j', (text, ranges) => {
  expect(rangesIn(text)).toEqual({ ranges })
})

test.each([
  ['10.0.0.0/24\noffice', /^office: Write a range like/],
  ['10.0.0.5/8', /^10\.0\.0\.5\/8: .*first address/],
  ['fe80::/200', /^fe80::\/200: Write a range like 2001/],
  [Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`).join(','), /At most 100/],
])('%j is refused with a reason', (text, problem) => {
  expect(rangesIn(text)).toEqual({ problem: expect.stringMatching(problem) })
})

test('open to everybody is both kinds, and a text brings back what it came from', () => {
  expect(isEverywhere(everywhere())).toBe(true)
  expect(isEverywhere({ ...everywhere(), dbAllowedCidrsV6: [] })).toBe(false)
  expect(rangesIn(textOf(everywhere()))).toEqual({ ranges: everywhere() })
  expect(withAddress('10.0.0.1\n', '::1')).toBe('10.0.0.1\n::1')
  expect(withAddress('', '::1')).toBe('::1')
})
