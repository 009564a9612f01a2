import type { AccessToken } from '@plinth/contract'
import { scopesFrom } from '#app/control/auth/present.ts'
import type { AccessTokenRow } from './store.ts'

export const presentToken = (row: AccessTokenRow): AccessToken => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes && [...scopesFrom(row.scopes)],
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  last_used_at: row.last_used_at?.toISOString() ?? null,
})
