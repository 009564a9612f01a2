import { expect, test } from 'vitest'
import { CidrV4, CidrV6 } from './cidr.ts'

test.each([
  ['203.0.113.0/24', '203.0.113.0/24'],
  [' 10.1.2.3 ', '10.1.2.3/32'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['10.128.0.0/9', '10.128.0.0/9'],
])('%s is the range %s', (text, range) => {
  expect(CidrV4.parse(text)).toBe(range)
})

test.each(['', '10.0.0.0/33', '256.0.0.0/8', '10.0.0/8', '10.0.0.5/8', '::/0', 'x', '1.1.1.1/8 a'])(
  '%j is no IPv4 range',
  (text) => {
    expect(CidrV4.safeParse(text).success).toBe(false)
  },
)

test.each([
  ['2001:DB8::/32', '2001:db8::/32'],
  ['::1', '::1/128'],
  ['::/0', '::/0'],
])('%s is the range %s', (text, range) => {
  expect(CidrV6.parse(text)).toBe(range)
})

test.each(['', '::/129', '10.0.0.0/8', 'fe80::1%eth0/64', ':::/0'])(
  '%j is no IPv6 range',
  (text) => {
    expect(CidrV6.safeParse(text).success).toBe(false)
  },
)
