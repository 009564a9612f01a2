import type { PlanId } from '@plinth/contract'
import { PLANS } from '@plinth/contract'
import { perMonth } from '#app/lib/format-price.ts'

// What a plan is for; its name and price are the contract's.
const TEXTS = {
  free: 'For trying things out. How many projects a person can have running is limited.',
  pro: 'For projects in use, as many as there is room.',
  team: 'For several people working together.',
  enterprise: 'For whole companies.',
} as const satisfies Record<PlanId, string>

const PLAN_IDS = Object.keys(TEXTS) as readonly PlanId[] // keys of the literal above

/** The plans as cards to choose among. */
export const PLAN_CARDS = PLAN_IDS.map((id) => {
  const { name, priceMonthlyUsd } = PLANS[id]
  return {
    value: id,
    label: name,
    description: TEXTS[id],
    aside: priceMonthlyUsd === null ? 'Custom' : perMonth(priceMonthlyUsd),
  }
})
