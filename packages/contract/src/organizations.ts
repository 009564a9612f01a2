import { z } from 'zod'
import { BySlug, DisplayName, Done, EmailAddress, Nothing, OrganizationSlug } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Role } from './permissions.ts'

export const PlanId = z.enum(['free', 'pro', 'team', 'enterprise'])
export type PlanId = z.infer<typeof PlanId>

export const Organization = z.object({
  id: z.string(),
  slug: OrganizationSlug,
  name: z.string(),
  plan: z.object({ id: PlanId, name: z.string() }),
  billing_email: z.string().nullable(),
  additional_billing_emails: z.array(z.string()),
  opt_in_tags: z.array(z.string()),
  /** The caller's strongest role in it. */
  role: Role,
  project_count: z.int(),
  created_at: z.string(),
})
export type Organization = z.infer<typeof Organization>

export const CreateOrganization = z.strictObject({
  name: DisplayName,
  plan: PlanId.default('free'),
})

export const organizations = {
  list: endpoint({
    needs: 'signed-in',
    route: { method: 'GET', path: '/platform/organizations', summary: 'Organizations you are in' },
  })
    .input(Nothing)
    .output(z.array(Organization)),

  create: endpoint({
    needs: 'signed-in',
    route: {
      method: 'POST',
      path: '/platform/organizations',
      summary: 'Create an organization; you become its owner',
      successStatus: 201,
    },
  })
    .input(CreateOrganization)
    .output(Organization),

  view: endpoint({
    needs: 'organizations:read',
    route: { method: 'GET', path: '/platform/organizations/{slug}', summary: 'One organization' },
    errors: ['ORGANIZATION_NOT_FOUND'],
  })
    .input(BySlug)
    .output(Organization),

  update: endpoint({
    needs: 'organizations:update',
    route: {
      method: 'PATCH',
      path: '/platform/organizations/{slug}',
      summary: 'Change an organization; only the fields sent are changed',
    },
    errors: ['ORGANIZATION_NOT_FOUND'],
  })
    .input(
      BySlug.extend({
        name: DisplayName.optional(),
        billing_email: EmailAddress.optional(),
        additional_billing_emails: z.array(EmailAddress).max(10).optional(),
        opt_in_tags: z
          .array(
            z.enum([
              'AI_SQL_GENERATOR_OPT_IN',
              'AI_LOG_GENERATOR_OPT_IN',
              'AI_DATA_GENERATOR_OPT_IN',
            ]),
          )
          .optional(),
      }),
    )
    .output(Organization),

  delete: endpoint({
    needs: 'organizations:delete',
    route: {
      method: 'DELETE',
      path: '/platform/organizations/{slug}',
      summary: 'Delete an organization that holds no projects',
    },
    errors: ['ORGANIZATION_NOT_FOUND', 'ORGANIZATION_NOT_EMPTY'],
  })
    .input(BySlug)
    .output(Done),
}
