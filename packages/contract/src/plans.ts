import type { PlanId } from './organizations.ts'

export type Plan = {
  readonly name: string
  /** Null where it is agreed with each customer. */
  readonly priceMonthlyUsd: number | null
}

/** What plans cost where they are sold. A platform of your own charges nobody, and keeps their limits. */
export const PLANS = {
  free: { name: 'Free', priceMonthlyUsd: 0 },
  pro: { name: 'Pro', priceMonthlyUsd: 25 },
  team: { name: 'Team', priceMonthlyUsd: 599 },
  enterprise: { name: 'Enterprise', priceMonthlyUsd: null },
} as const satisfies Record<PlanId, Plan>
