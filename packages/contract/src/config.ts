import { z } from 'zod'
import { ApiKeyRole } from './api-keys.ts'
import { ByRef, DisplayName, Done } from './common.ts'
import { CloudProvider } from './compute.ts'
import { endpoint } from './endpoint.ts'
import { ProjectStatus } from './project-status.ts'

const unreachable = ['PROJECT_NOT_FOUND', 'WRONG_PROJECT_STATUS', 'PROJECT_UNREACHABLE'] as const

/** A project's addresses and keys. What the reader may not see is null or missing, never an error. */
export const ProjectSettings = z.object({
  ref: z.string(),
  name: z.string(),
  status: ProjectStatus,
  region: z.string(),
  cloud_provider: CloudProvider,
  inserted_at: z.string(),
  db_host: z.string(),
  db_port: z.int(),
  db_name: z.string(),
  db_user: z.string(),
  /** `{protocol}://{endpoint}` is the URL that a client library is given. */
  app_config: z.object({ protocol: z.string(), endpoint: z.string(), db_schema: z.string() }),
  jwt_secret: z.string().nullable(),
  service_api_keys: z.array(z.object({ name: z.string(), tags: ApiKeyRole, api_key: z.string() })),
})
export type ProjectSettings = z.infer<typeof ProjectSettings>

export const settings = {
  view: endpoint({
    needs: 'settings:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/settings',
      summary:
        'Addresses, JWT secret and keys of a project; the last two only for who may see them',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(ProjectSettings),
}

/** What the automatic pool may be set to instead. */
export const REST_POOL = { min: 1, max: 90 } as const
export const REST_MAX_ROWS = { min: 1, max: 1_000_000 } as const

export const RestConfig = z.object({
  /** Exposed schemas, comma-separated; the first is meant where a request names none. */
  db_schema: z.string(),
  db_extra_search_path: z.string(),
  max_rows: z.int(),
  /** Null: as many connections as suit the project's size. */
  db_pool: z.int().nullable(),
  /** Null for who may not see it. */
  jwt_secret: z.string().nullable(),
})
export type RestConfig = z.infer<typeof RestConfig>

const MAX_NAMES = 50
const MAX_NAME_LENGTH = 63
// it stands in a line of a configuration file
const SCHEMA_NAME = /^[^\p{Cc}"\\]+$/u

const namesIn = (list: string) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const SchemaNames = z
  .string()
  .max(4000)
  .transform(namesIn)
  .refine((names) => names.length <= MAX_NAMES, `At most ${MAX_NAMES} schemas`)
  .refine((names) => new Set(names).size === names.length, 'A schema is named twice')
  .refine(
    (names) => names.every((name) => name.length <= MAX_NAME_LENGTH && SCHEMA_NAME.test(name)),
    'This cannot be the name of a schema that is exposed',
  )

export const UpdateRestConfig = z.strictObject({
  db_schema: SchemaNames.refine(
    (names) => names.length > 0,
    'Expose at least one schema',
  ).optional(),
  db_extra_search_path: SchemaNames.optional(),
  max_rows: z.int().min(REST_MAX_ROWS.min).max(REST_MAX_ROWS.max).optional(),
  db_pool: z.int().min(REST_POOL.min).max(REST_POOL.max).nullable().optional(),
})

export const restConfig = {
  view: endpoint({
    needs: 'settings:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/config/postgrest',
      summary: 'Settings of the data API',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(RestConfig),

  update: endpoint({
    needs: 'settings:write',
    route: {
      method: 'PATCH',
      path: '/platform/projects/{ref}/config/postgrest',
      summary:
        'Change settings of the data API, without an interruption; only what is sent is changed',
    },
    errors: [...unreachable, 'DATA_API_REFUSED'],
  })
    .input(ByRef.extend(UpdateRestConfig.shape))
    .output(RestConfig),
}

export const MIN_JWT_SECRET_LENGTH = 32

/** A change of the JWT secret. */
export const UpdateStatus = z.object({
  change_tracking_id: z.string(),
  status: z.enum(['Updating', 'Updated', 'Failed']),
  /** 0 to 1. */
  progress: z.number(),
  error: z.string().nullable(),
})
export type UpdateStatus = z.infer<typeof UpdateStatus>

const Changing = z.object({ update_status: UpdateStatus.nullable() })

export const jwtSecret = {
  update: endpoint({
    needs: 'api_keys:write',
    route: {
      method: 'PATCH',
      path: '/platform/projects/{ref}/config/secrets',
      summary:
        'Change the JWT secret, to one typed or a new random one; every key made from it changes',
    },
    errors: ['PROJECT_NOT_FOUND', 'WRONG_PROJECT_STATUS', 'OPERATION_CONFLICT'],
  })
    .input(
      ByRef.extend({
        /** Left out: a random one. */
        jwt_secret: z
          .string()
          .min(MIN_JWT_SECRET_LENGTH, `Use at least ${MIN_JWT_SECRET_LENGTH} characters`)
          .max(256, 'Use at most 256 characters')
          .regex(/^[\x21-\x7e]+$/, 'Use letters, digits and common signs only')
          .optional(),
      }),
    )
    .output(Changing),

  status: endpoint({
    needs: 'settings:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/config/secrets/update-status',
      summary: 'How the newest change of the JWT secret stands; null where there was none',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef)
    .output(Changing),
}

export const apiDocs = {
  view: endpoint({
    needs: 'settings:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/api/rest',
      summary: 'The OpenAPI document of the data API: tables as definitions, functions as paths',
    },
    errors: ['PROJECT_NOT_FOUND', 'WRONG_PROJECT_STATUS', 'DATA_API_UNREACHABLE'],
  })
    .input(ByRef)
    .output(
      z.looseObject({
        definitions: z.record(z.string(), z.unknown()),
        paths: z.record(z.string(), z.unknown()),
      }),
    ),

  typescript: endpoint({
    needs: 'sql:read',
    route: {
      method: 'GET',
      path: '/v1/projects/{ref}/types/typescript',
      summary: 'TypeScript types of a project’s tables, views and functions',
    },
    errors: [...unreachable],
  })
    .input(
      ByRef.extend({
        /** Comma-separated; the exposed ones where it is left out. */
        included_schemas: z.string().max(2000).optional(),
      }),
    )
    .output(z.object({ types: z.string() })),
}

export const customHostname = {
  view: endpoint({
    needs: 'settings:read',
    route: {
      method: 'GET',
      path: '/v1/projects/{ref}/custom-hostname',
      summary: 'The domain of its own that a project answers under',
    },
    errors: ['PROJECT_NOT_FOUND', 'CUSTOM_HOSTNAME_NOT_ALLOWED', 'CUSTOM_HOSTNAME_NOT_FOUND'],
  })
    .input(ByRef)
    .output(z.object({ status: z.literal('active'), hostname: z.string() })),
}

/** A secret of the vault as lists show it: the text itself is in the answer of `reveal` only. */
export const VaultSecret = z.object({
  id: z.string(),
  name: z.string().nullable(),
  description: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type VaultSecret = z.infer<typeof VaultSecret>

const SecretText = z.string().min(1, 'Enter the secret').max(64_000, 'At most 64,000 characters')
const SecretDescription = z.string().trim().max(500, 'At most 500 characters')
const BySecret = ByRef.extend({ id: z.uuid() })

export const vault = {
  list: endpoint({
    needs: 'vault:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/vault/secrets',
      summary: 'Secrets of the vault, without their texts',
    },
    errors: [...unreachable],
  })
    .input(ByRef)
    .output(z.array(VaultSecret)),

  create: endpoint({
    needs: 'vault:write',
    route: {
      method: 'POST',
      path: '/platform/projects/{ref}/vault/secrets',
      summary: 'Seal a secret in the vault',
      successStatus: 201,
    },
    errors: [...unreachable, 'SECRET_NAME_TAKEN'],
  })
    .input(
      ByRef.extend({
        secret: SecretText,
        name: DisplayName.nullable().default(null),
        description: SecretDescription.default(''),
      }),
    )
    .output(VaultSecret),

  update: endpoint({
    needs: 'vault:write',
    route: {
      method: 'PATCH',
      path: '/platform/projects/{ref}/vault/secrets/{id}',
      summary: 'Change a secret of the vault; only what is sent is changed',
    },
    errors: [...unreachable, 'SECRET_NOT_FOUND', 'SECRET_NAME_TAKEN'],
  })
    .input(
      BySecret.extend({
        secret: SecretText.optional(),
        name: DisplayName.optional(),
        description: SecretDescription.optional(),
      }),
    )
    .output(VaultSecret),

  delete: endpoint({
    needs: 'vault:write',
    route: {
      method: 'DELETE',
      path: '/platform/projects/{ref}/vault/secrets/{id}',
      summary: 'Delete a secret of the vault',
    },
    errors: [...unreachable, 'SECRET_NOT_FOUND'],
  })
    .input(BySecret)
    .output(Done),

  reveal: endpoint({
    needs: 'vault:reveal',
    route: {
      method: 'POST',
      path: '/platform/projects/{ref}/vault/secrets/{id}/reveal',
      summary: 'The text of one secret; who asked is recorded',
    },
    errors: [...unreachable, 'SECRET_NOT_FOUND'],
  })
    .input(BySecret)
    .output(z.object({ secret: z.string() })),
}
