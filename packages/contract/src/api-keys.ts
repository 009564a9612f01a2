import { z } from 'zod'
import { ByRef, DisplayName, Done, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** How every key of the new kind begins. */
export const API_KEY_START = 'plinth_'
/** `plinth_publishable_…` may stand in a page; `plinth_secret_…` may do everything and belongs on a server. */
export const API_KEY_PATTERN = /^plinth_(publishable|secret)_[0-9A-Za-z]{40}$/

const SIGNATURE_PREFIX_LENGTH = 8

/** What the gateway's log keeps of a key that is a token: enough to tell it from others, useless to anyone else. */
export const signaturePrefix = (key: string): string =>
  key.slice(key.lastIndexOf('.') + 1).slice(0, SIGNATURE_PREFIX_LENGTH)

export const ApiKeyRole = z.enum(['anon', 'service_role'])
export type ApiKeyRole = z.infer<typeof ApiKeyRole>

export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  type: z.enum(['legacy', 'publishable', 'secret']),
  /**
   * The key itself: always of what is public; of the secret one of the old kind with `reveal`; of a
   * new secret one in the answer that makes it and never again.
   */
  api_key: z.string().nullable(),
  /** What the log tells it by: its first characters, or of a token the first of its signature. */
  prefix: z.string(),
  /** SHA-256 of the key, in hex. */
  hash: z.string(),
  description: z.string().nullable(),
  /** What requests with it run as. */
  secret_jwt_template: z.object({ role: ApiKeyRole }),
  inserted_at: z.string(),
  updated_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
})
export type ApiKey = z.infer<typeof ApiKey>

const Description = z.string().trim().max(200, 'A description has at most 200 characters')
const ById = ByRef.extend({ id: z.uuid() })

export const CreateApiKey = z.strictObject({
  type: z.enum(['publishable', 'secret']),
  name: DisplayName,
  description: Description.nullable().default(null),
  expires_at: Timestamp.nullable().default(null),
})

export const apiKeys = {
  list: endpoint({
    needs: 'api_keys:read',
    route: {
      method: 'GET',
      path: '/v1/projects/{ref}/api-keys',
      summary: 'Keys of a project; reveal=true shows the secret one of the old kind, too',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef.extend({ reveal: z.stringbool().default(false) }))
    .output(z.array(ApiKey)),

  create: endpoint({
    needs: 'api_keys:write',
    route: {
      method: 'POST',
      path: '/v1/projects/{ref}/api-keys',
      summary: 'Make a publishable or a secret key; the answer shows a secret one this once',
      successStatus: 201,
    },
    errors: ['PROJECT_NOT_FOUND', 'API_KEY_NAME_TAKEN', 'API_KEY_LIMIT'],
  })
    .input(ByRef.extend(CreateApiKey.shape))
    .output(ApiKey),

  update: endpoint({
    needs: 'api_keys:write',
    route: {
      method: 'PATCH',
      path: '/v1/projects/{ref}/api-keys/{id}',
      summary: 'Change name, description or expiry of a key; only what is sent is changed',
    },
    errors: ['PROJECT_NOT_FOUND', 'API_KEY_NOT_FOUND', 'API_KEY_NAME_TAKEN'],
  })
    .input(
      ById.extend({
        name: DisplayName.optional(),
        description: Description.nullable().optional(),
        expires_at: Timestamp.nullable().optional(),
      }),
    )
    .output(ApiKey),

  delete: endpoint({
    needs: 'api_keys:write',
    route: {
      method: 'DELETE',
      path: '/v1/projects/{ref}/api-keys/{id}',
      summary: 'Revoke a key: requests with it are refused from now on',
    },
    errors: ['PROJECT_NOT_FOUND', 'API_KEY_NOT_FOUND'],
  })
    .input(ById)
    .output(Done),

  lastUsed: endpoint({
    needs: 'api_keys:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/analytics/endpoints/api_keys.last_used',
      summary: 'When each key was last used in the last 24 hours, from the log of the gateway',
    },
    errors: ['PROJECT_NOT_FOUND', 'LOGS_UNAVAILABLE', 'LOGS_BUSY'],
  })
    .input(ByRef)
    .output(
      z.object({
        result: z.array(
          z.object({
            /** Milliseconds since 1970. */
            timestamp: z.int(),
            role: ApiKeyRole,
            /** Of a key of the new kind its `prefix`. */
            signature_prefix: z.string(),
          }),
        ),
      }),
    ),
}
