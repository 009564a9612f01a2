import { expect, test } from 'vitest'
import { addressKey } from './address-key.ts'

test('one address is one key, and so is one IPv6 network', () => {
  const keys = Object.fromEntries(
    [
      '192.0.2.7',
      '::ffff:192.0.2.7',
      '2001:db8:1:2:3:4:5:6',
      '2001:db8:1:2::',
      '2001:0DB8:0001:0002:ffff::1',
      '2001:db8::1',
      'fe80::1%eth0',
      '::1',
      '::',
      'in-memory',
      '',
    ].map((ip) => [ip, addressKey(ip)]),
  )
  expect(keys).toMatchInlineSnapshot(`
    {
      "": "",
      "192.0.2.7": "192.0.2.7",
      "2001:0DB8:0001:0002:ffff::1": "2001:db8:1:2::/64",
      "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64",
      "2001:db8:1:2::": "2001:db8:1:2::/64",
      "2001:db8::1": "2001:db8:0:0::/64",
      "::": "0:0:0:0::/64",
      "::1": "0:0:0:0::/64",
      "::ffff:192.0.2.7": "192.0.2.7",
      "fe80::1%eth0": "fe80:0:0:0::/64",
      "in-memory": "in-memory",
    }
  `)
})
