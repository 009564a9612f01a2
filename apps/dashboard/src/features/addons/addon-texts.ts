import type { AddonType, AddonVariant, SelectableAddon } from '@plinth/contract'
import { perHour, perMonth } from '#app/lib/format-price.ts'

/** What each add-on is for. */
export const ADDON_TEXTS = {
  compute_instance: 'Memory, processor and connections of the database.',
  pitr: 'Every change is kept beside the daily backups, so that the database can be put back to any second of the last days.',
  custom_domain: 'The project answers at a domain of your own.',
  ipv4: 'An address of its own, for networks that know no IPv6.',
} as const satisfies Record<AddonType, string>

/** The choice of doing without. */
export const NO_ADDON = {
  pitr: 'No point-in-time restore',
  custom_domain: 'No custom domain',
  ipv4: 'No dedicated IPv4 address',
} as const satisfies Record<SelectableAddon, string>

/** What is lost with it, told before it is taken away. */
export const LOSSES = {
  pitr: 'From then on the database can only be put back to a backup, not to a second in between. Backups that the plan does not keep as long go with the next cleaning up.',
  custom_domain: 'The project answers at its own address only, and requests to the domain fail.',
  ipv4: 'The address is given back, and another project may get it.',
} as const satisfies Record<SelectableAddon, string>

export const priceOf = ({ price, price_interval: interval }: AddonVariant): string =>
  interval === 'hourly' ? perHour(price) : perMonth(price)

/** 'From $100 / month'; nothing where there is only one. */
export function lowestPrice(variants: readonly AddonVariant[]): string {
  const [cheapest, ...others] = variants.toSorted((a, b) => a.price - b.price)
  if (!cheapest) return ''
  return others.length > 0 ? `From ${priceOf(cheapest)}` : priceOf(cheapest)
}
