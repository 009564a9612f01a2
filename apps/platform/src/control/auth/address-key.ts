import { isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * What counts as one address for a limit. Whoever has one IPv6 address has the 64 bits below it
 * too, so those are left out.
 */
export function addressKey(ip: string): string {
  const mapped = MAPPED.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [left = '', right] = (ip.split('%')[0] ?? ip).split('::')
  const groups = left.split(':').filter(Boolean)
  if (right !== undefined) {
    const tail = right.split(':').filter(Boolean)
    while (groups.length + tail.length < 8) groups.push('0')
    groups.push(...tail)
  }
  const network = groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/64`
}
