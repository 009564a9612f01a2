import { type ApiKey, ApiKeyRole, signaturePrefix } from '@plinth/contract'
import type { ProjectRow } from '#app/base/context.ts'
import { sha256 } from '#app/base/random.ts'
import type { LegacyKeys } from './legacy-keys.ts'
import type { LastUse } from './last-uses.ts'
import type { ApiKeyRow } from './store.ts'

const DESCRIPTIONS = {
  anon: 'Public: may stand in a page, sees what row level security lets everybody see',
  service_role: 'Secret: passes every policy, belongs on a server only',
} as const satisfies Record<ApiKeyRole, string>

type Legacy = {
  readonly keys: LegacyKeys
  readonly uses: readonly LastUse[]
  /** Whether the secret one is shown. */
  readonly reveal: boolean
}

export function presentLegacy(row: ProjectRow, { keys, uses, reveal }: Legacy): ApiKey[] {
  const issuedAt = row.jwt_issued_at.toISOString()
  return ApiKeyRole.options.map((role) => {
    const key = keys[role]
    const prefix = signaturePrefix(key)
    const used = uses.find((use) => use.role === role && use.signature_prefix === prefix)
    return {
      id: role,
      name: role,
      type: 'legacy',
      api_key: role === 'anon' || reveal ? key : null,
      prefix,
      hash: sha256(key).toString('hex'),
      description: DESCRIPTIONS[role],
      secret_jwt_template: { role },
      inserted_at: issuedAt,
      updated_at: issuedAt,
      expires_at: keys.expiresAt.toISOString(),
      last_used_at: used ? new Date(used.timestamp).toISOString() : null,
    }
  })
}

/** `key` is the text of a key that was just made: the only time a secret one is shown. */
export const presentKey = (row: ApiKeyRow, key: string | null = row.api_key): ApiKey => ({
  id: row.id,
  name: row.name,
  type: row.type === 'secret' ? 'secret' : 'publishable',
  api_key: key,
  prefix: row.prefix,
  hash: row.key_hash.toString('hex'),
  description: row.description,
  secret_jwt_template: { role: row.type === 'secret' ? 'service_role' : 'anon' },
  inserted_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
