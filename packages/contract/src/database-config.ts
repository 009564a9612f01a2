import { z } from 'zod'
import { CidrV4, CidrV6 } from './cidr.ts'
import { ByRef } from './common.ts'
import type { ComputeSize } from './compute.ts'
import { COMPUTE } from './compute-sizes.ts'
import { endpoint } from './endpoint.ts'
import { Operation } from './operations.ts'

const changing = ['PROJECT_NOT_FOUND', 'WRONG_PROJECT_STATUS', 'PROJECT_UNREACHABLE'] as const

const SslEnforcement = z.object({
  currentConfig: z.object({ database: z.boolean() }),
  appliedSuccessfully: z.boolean(),
})

export const sslEnforcement = {
  view: endpoint({
    needs: 'settings:read',
    route: {
      method: 'GET',
      path: '/v1/projects/{ref}/ssl-enforcement',
      summary: 'Whether connections to the database must be encrypted',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(SslEnforcement),

  update: endpoint({
    needs: 'settings:write',
    route: {
      method: 'PUT',
      path: '/v1/projects/{ref}/ssl-enforcement',
      summary: 'Demand encrypted connections, or let plain ones in again; open ones go on',
    },
    errors: changing,
    recorded: ['requestedConfig'],
  })
    .input(ByRef.extend({ requestedConfig: z.strictObject({ database: z.boolean() }) }))
    .output(SslEnforcement),
}

/** Ranges of each kind that one project may name. */
export const MAX_CIDRS = 100

const unique = (ranges: string[]) => [...new Set(ranges)]
const NetworkRanges = z.object({
  dbAllowedCidrs: z.array(z.string()),
  dbAllowedCidrsV6: z.array(z.string()),
})
export type NetworkRestrictions = z.infer<typeof NetworkRestrictions>
export const NetworkRestrictions = z.object({
  entitlement: z.literal('allowed'),
  config: NetworkRanges,
  /** `stored`: the project does not run, and has them from its next start on. */
  status: z.enum(['applied', 'stored']),
  /** The address this request came from, as a help for who writes ranges. */
  your_address: z.string().nullable(),
})

export const networkRestrictions = {
  view: endpoint({
    needs: 'settings:read',
    route: {
      method: 'GET',
      path: '/v1/projects/{ref}/network-restrictions',
      summary: 'Addresses that may connect to the database',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(NetworkRestrictions),

  apply: endpoint({
    needs: 'settings:write',
    route: {
      method: 'POST',
      path: '/v1/projects/{ref}/network-restrictions/apply',
      summary: 'Let only these addresses connect to the database; the data API is not touched',
      successStatus: 201,
    },
    errors: changing,
  })
    .input(
      ByRef.extend({
        dbAllowedCidrs: z.array(CidrV4).max(MAX_CIDRS).transform(unique),
        dbAllowedCidrsV6: z.array(CidrV6).max(MAX_CIDRS).transform(unique),
      }),
    )
    .output(NetworkRestrictions),
}

// a backend with its caches; fewer would starve the data API and the platform's own sessions
const MB_PER_CONNECTION = 8
export const MIN_CONNECTIONS = 20

/** How many connections a size has memory for. */
export const mostConnections = (size: ComputeSize): number =>
  Math.max(COMPUTE[size].maxConnections, Math.floor(COMPUTE[size].memoryMb / MB_PER_CONNECTION))

const PostgresConfig = z.object({
  /** Null: as many as suit the project's size. */
  max_connections: z.int().nullable(),
  /** What it has when nothing is chosen, and the most that can be. */
  default_max_connections: z.int(),
  most_max_connections: z.int(),
  /** Where a restart is under way to bring it about. */
  operation: Operation.nullable(),
})
export type PostgresConfig = z.infer<typeof PostgresConfig>

export const postgresConfig = {
  view: endpoint({
    needs: 'settings:read',
    route: {
      method: 'GET',
      path: '/v1/projects/{ref}/config/database/postgres',
      summary: 'Server parameters of the database that can be chosen',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(PostgresConfig),

  update: endpoint({
    needs: 'settings:write',
    route: {
      method: 'PUT',
      path: '/v1/projects/{ref}/config/database/postgres',
      summary: 'Choose server parameters; a running project restarts to take them',
    },
    errors: [...changing, 'OPERATION_CONFLICT'],
  })
    .input(ByRef.extend({ max_connections: z.int().min(MIN_CONNECTIONS).nullable() }))
    .output(PostgresConfig),
}

export const databaseCertificate = {
  view: endpoint({
    needs: 'settings:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/database-certificate',
      summary: 'The certificate that clients check the database with',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(z.object({ certificate: z.string(), expires_at: z.string() })),
}
