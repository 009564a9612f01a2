import { z } from 'zod'
import { BySlug } from './common.ts'
import { CloudProvider, ComputeSize } from './compute.ts'
import { endpoint } from './endpoint.ts'
import { PostgresEngine } from './projects.ts'

export const AvailableVersion = z.object({
  postgres_engine: PostgresEngine,
  release_channel: z.enum(['ga', 'beta']),
  version: z.string(),
})
export type AvailableVersion = z.infer<typeof AvailableVersion>

export const ProjectOptions = z.object({
  regions: z.array(z.object({ provider: CloudProvider, region: z.string(), name: z.string() })),
  sizes: z.array(
    z.object({
      id: ComputeSize,
      label: z.string(),
      memory_mb: z.int(),
      cpus: z.int(),
      price_hourly_usd: z.number(),
      price_monthly_usd: z.number(),
      /** Why this machine cannot give it, or null. */
      unavailable_reason: z.string().nullable(),
    }),
  ),
})
export type ProjectOptions = z.infer<typeof ProjectOptions>

export const versions = {
  available: endpoint({
    needs: 'organizations:read',
    route: {
      method: 'POST',
      path: '/platform/organizations/{slug}/available-versions',
      summary: 'Postgres versions a new project can have there',
    },
    errors: ['ORGANIZATION_NOT_FOUND'],
    // asks only: it is a POST because other clients of this API send it as one
    audit: false,
  })
    .input(BySlug.extend({ provider: CloudProvider, region: z.string().max(100) }))
    .output(z.object({ available_versions: z.array(AvailableVersion) })),

  options: endpoint({
    needs: 'organizations:read',
    route: {
      method: 'GET',
      path: '/platform/organizations/{slug}/project-options',
      summary: 'Regions and compute sizes a new project can have, with prices',
    },
    errors: ['ORGANIZATION_NOT_FOUND'],
  })
    .input(BySlug)
    .output(ProjectOptions),
}
