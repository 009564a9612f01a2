import { z } from 'zod'
import { ByRef } from './common.ts'
import { endpoint } from './endpoint.ts'

/** Whom a query from the dashboard runs as; `authenticated` may name the user it plays. */
export const GraphqlRole = z.enum(['anon', 'authenticated', 'service_role'])
export type GraphqlRole = z.infer<typeof GraphqlRole>

export const graphql = {
  ask: endpoint({
    needs: 'sql:write',
    route: {
      method: 'POST',
      path: '/platform/projects/{ref}/api/graphql',
      summary:
        'Carry out GraphQL as one of the project’s roles, as graphql/v1 of its gateway would for that role',
    },
    errors: ['PROJECT_NOT_FOUND', 'WRONG_PROJECT_STATUS', 'DATA_API_UNREACHABLE'],
    // the handler audits what holds a mutation; reading is none
    audit: false,
  })
    .input(
      ByRef.extend({
        query: z.string().max(500_000, 'At most 500,000 characters'),
        variables: z.record(z.string(), z.unknown()).nullish(),
        operationName: z.string().max(200).nullish(),
        role: GraphqlRole.default('anon'),
        /** What `auth.uid()` is for `authenticated`. */
        user_id: z.uuid('Enter the id of a user, a UUID').optional(),
      }),
    )
    .output(
      z.looseObject({ data: z.unknown().optional(), errors: z.array(z.unknown()).optional() }),
    ),
}
