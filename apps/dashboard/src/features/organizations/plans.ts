import type { PlanId } from '@plinth/contract'

type Plan = { readonly name: string; readonly price: string; readonly text: string }

/** List prices of spec section 9 and facts A2: here they only tell the plans apart, nobody is billed. */
export const PLANS = {
  free: {
    name: 'Free',
    price: '$0 / month',
    text: 'For trying things out. How many projects a person can have running is limited.',
  },
  pro: {
    name: 'Pro',
    price: '$25 / month',
    text: 'For projects in use, as many as there is room.',
  },
  team: { name: 'Team', price: '$599 / month', text: 'For several people working together.' },
  enterprise: { name: 'Enterprise', price: 'Custom', text: 'For whole companies.' },
} as const satisfies Record<PlanId, Plan>

export const PLAN_IDS = Object.keys(PLANS) as readonly PlanId[] // keys of the literal above
