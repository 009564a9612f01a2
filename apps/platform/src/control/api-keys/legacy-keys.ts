import type { ApiKeyRole } from '@plinth/contract'
import type { ProjectRow } from '#app/base/context.ts'
import type { SecretBox } from '#app/base/secret-box.ts'
import { signJwt } from '#app/base/jwt.ts'
import { jwtSecretOf } from '#app/lifecycle/placement.ts'

const LIFETIME_YEARS = 10
const YEAR_SECONDS = 365 * 24 * 60 * 60

export type LegacyKeys = Readonly<Record<ApiKeyRole, string>> & { readonly expiresAt: Date }

/** The two keys that are tokens themselves: made from the JWT secret, so they change with it. */
export function legacyKeysOf(
  box: SecretBox,
  project: Pick<ProjectRow, 'ref' | 'secrets' | 'jwt_issued_at'>,
): LegacyKeys {
  const secret = jwtSecretOf(box, project)
  const iat = Math.floor(project.jwt_issued_at.getTime() / 1000)
  const exp = iat + LIFETIME_YEARS * YEAR_SECONDS
  const keyFor = (role: ApiKeyRole) =>
    signJwt({ iss: 'plinth', ref: project.ref, role, iat, exp }, secret)
  return {
    anon: keyFor('anon'),
    service_role: keyFor('service_role'),
    expiresAt: new Date(exp * 1000),
  }
}
