import {
  type AddonType,
  type AddonVariant,
  COMPUTE,
  ComputeSize,
  CUSTOM_DOMAIN,
  PITR_VARIANTS,
  type PlanId,
  type SelectableAddon,
} from '@plinth/contract'

type Monthly = Pick<AddonVariant, 'identifier' | 'name' | 'meta'> & { readonly price: number }

const monthly = (variant: Monthly): AddonVariant => ({
  ...variant,
  price_interval: 'monthly',
  price_type: 'fixed',
})

/** A compute size as other clients of this API know it. */
export const computeVariant = (size: ComputeSize): AddonVariant => {
  const { label, priceHourlyUsd, memoryMb, cpus, dedicatedCpu, maxConnections } = COMPUTE[size]
  return {
    identifier: `ci_${size}`,
    name: label,
    price: priceHourlyUsd,
    price_interval: 'hourly',
    price_type: 'usage',
    meta: {
      memory_gb: memoryMb / 1024,
      cpu_cores: cpus,
      cpu_dedicated: dedicatedCpu,
      connections_direct: maxConnections,
    },
  }
}

type Offer = { readonly name: string; readonly variants: readonly AddonVariant[] }

export const OFFERS = {
  compute_instance: { name: 'Compute', variants: ComputeSize.options.map(computeVariant) },
  pitr: {
    name: 'Point-in-time restore',
    variants: Object.entries(PITR_VARIANTS).map(([identifier, { days, priceMonthlyUsd }]) =>
      monthly({
        identifier,
        name: `${days} days`,
        price: priceMonthlyUsd,
        meta: { backup_duration_days: days },
      }),
    ),
  },
  custom_domain: {
    name: 'Custom domain',
    variants: [
      monthly({
        identifier: CUSTOM_DOMAIN.identifier,
        name: 'Custom domain',
        price: CUSTOM_DOMAIN.priceMonthlyUsd,
        meta: {},
      }),
    ],
  },
  ipv4: { name: 'Dedicated IPv4 address', variants: [] },
} as const satisfies Record<AddonType, Offer>

const LEAST_FOR_PITR: ComputeSize = 'small'
const rank = (size: ComputeSize) => ComputeSize.options.indexOf(size)

type Has = { readonly plan: PlanId; readonly size: ComputeSize }

/** Why a project cannot have an add-on now, or null. */
export function unavailableReason(type: AddonType, { plan, size }: Has): string | null {
  if (type === 'compute_instance') return null
  if (type === 'ipv4') return 'Projects here share the address of their machine'
  if (type === 'custom_domain') return 'Projects here answer at the address of the gateway only'
  if (plan === 'free') return 'The free plan has no add-ons'
  if (type === 'pitr' && rank(size) < rank(LEAST_FOR_PITR)) {
    return `It needs at least ${COMPUTE[LEAST_FOR_PITR].label} compute`
  }
  return null
}

export const variantOf = (type: SelectableAddon, identifier: string): AddonVariant | undefined =>
  OFFERS[type].variants.find((variant) => variant.identifier === identifier)
