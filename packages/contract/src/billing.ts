import { z } from 'zod'
import { BySlug } from './common.ts'
import { endpoint } from './endpoint.ts'
import { PlanId } from './organizations.ts'

export const Subscription = z.object({
  plan: z.object({
    id: PlanId,
    name: z.string(),
    /** Null where it is agreed with each customer. */
    price_monthly_usd: z.number().nullable(),
  }),
  /** False on a platform of your own: plans set limits there and cost nothing. */
  is_charged: z.boolean(),
  project_addons: z.array(
    z.object({ ref: z.string(), name: z.string(), variants: z.array(z.string()) }),
  ),
})
export type Subscription = z.infer<typeof Subscription>

export const billing = {
  subscription: endpoint({
    needs: 'billing:read',
    route: {
      method: 'GET',
      path: '/platform/organizations/{slug}/billing/subscription',
      summary: 'The plan of an organization and the add-ons of its projects',
    },
    errors: ['ORGANIZATION_NOT_FOUND'],
  })
    .input(BySlug)
    .output(Subscription),
}
