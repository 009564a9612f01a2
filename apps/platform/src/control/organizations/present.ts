import { type Organization, PlanId, Role } from '@plinth/contract'
import type { SeenOrganization } from './store.ts'

const PLAN_NAMES = {
  free: 'Free',
  pro: 'Pro',
  team: 'Team',
  enterprise: 'Enterprise',
} as const satisfies Record<PlanId, string>

export function presentOrganization(row: SeenOrganization): Organization {
  const plan = PlanId.parse(row.plan)
  return {
    id: row.id,
    slug: row.slug,
    name: row.name,
    plan: { id: plan, name: PLAN_NAMES[plan] },
    billing_email: row.billing_email,
    additional_billing_emails: row.additional_billing_emails,
    opt_in_tags: row.opt_in_tags,
    role: Role.parse(row.role),
    project_count: Number(row.project_count),
    created_at: row.created_at.toISOString(),
  }
}

export const presentV1 = ({ id, slug, name }: { id: string; slug: string; name: string }) => ({
  id,
  slug,
  name,
})
