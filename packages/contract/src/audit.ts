import { z } from 'zod'
import { BySlug } from './common.ts'
import { endpoint } from './endpoint.ts'

export const AuditEntry = z.object({
  id: z.string(),
  /** The call's name in the contract, as `projects.delete`. */
  action: z.string(),
  actor: z.object({ id: z.string().nullable(), email: z.string().nullable(), via: z.string() }),
  project_ref: z.string().nullable(),
  /** What was sent, secrets left out. */
  target: z.record(z.string(), z.unknown()),
  outcome: z.enum(['started', 'succeeded', 'failed']),
  error_code: z.string().nullable(),
  ip_address: z.string().nullable(),
  request_id: z.string(),
  occurred_at: z.string(),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const audit = {
  list: endpoint({
    needs: 'audit:read',
    route: {
      method: 'GET',
      path: '/platform/organizations/{slug}/audit',
      summary: 'What was changed in an organization, newest first',
    },
    errors: ['ORGANIZATION_NOT_FOUND'],
  })
    .input(
      BySlug.extend({
        limit: z.coerce.number().int().min(1).max(200).default(50),
        /** The `next` of the page before. */
        before: z
          .string()
          .regex(/^\d{1,18}$/)
          .optional(),
      }),
    )
    .output(z.object({ entries: z.array(AuditEntry), next: z.string().nullable() })),
}
