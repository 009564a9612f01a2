import { z } from 'zod'

const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const V4 = new RegExp(`^(${OCTET}(?:\\.${OCTET}){3})/(3[0-2]|[12]?\\d)$`)

/** Whether no bit behind the prefix is set: `10.0.0.5/8` means something else than it seems to. */
function isNetworkV4(address: string, prefix: number): boolean {
  const value = address.split('.').reduce((all, octet) => all * 256 + Number(octet), 0)
  return value % 2 ** (32 - prefix) === 0
}

/** A range of IPv4 addresses, `203.0.113.0/24`; one address is a `/32`. */
export const CidrV4 = z
  .string()
  .trim()
  .transform((text) => (text.includes('/') ? text : `${text}/32`))
  .refine((text) => V4.test(text), 'Write a range like 203.0.113.0/24, or one IPv4 address')
  .refine((text) => {
    const [, address = '', prefix = ''] = V4.exec(text) ?? []
    return isNetworkV4(address, Number(prefix))
  }, 'This address has bits behind its prefix: write the first address of the range')

/** A range of IPv6 addresses, `2001:db8::/32`; one address is a `/128`. */
export const CidrV6 = z
  .string()
  .trim()
  .toLowerCase()
  .transform((text) => (text.includes('/') ? text : `${text}/128`))
  .pipe(z.cidrv6('Write a range like 2001:db8::/32, or one IPv6 address'))

/** Every address there is. */
export const EVERYWHERE = { v4: '0.0.0.0/0', v6: '::/0' } as const
