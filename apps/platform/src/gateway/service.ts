import type { ApiKeyRole } from '@plinth/contract'
import type { SecretBox } from '#app/base/secret-box.ts'
import { signJwt } from '#app/base/jwt.ts'

/** What a project's data API believes, and nobody else: the platform's own word for a role. */
export const gatewayTokenFor = (secrets: SecretBox, ref: string, role: ApiKeyRole): string =>
  signJwt({ iss: 'plinth', ref, role }, secrets.hmac('gateway', ref))
