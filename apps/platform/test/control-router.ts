import type { Deps } from '#app/base/deps.ts'
import { accessTokenHandlers } from '#app/control/access-tokens/handlers.ts'
import { auditHandlers } from '#app/control/audit/handlers.ts'
import { authHandlers } from '#app/control/auth/handlers.ts'
import type { AuthService, Identity } from '#app/control/auth/service.ts'
import { invitationHandlers, memberHandlers } from '#app/control/members/handlers.ts'
import { organizationHandlers } from '#app/control/organizations/handlers.ts'
import { snippetHandlers } from '#app/control/snippets/handlers.ts'
import { telemetryHandlers } from '#app/control/telemetry/handlers.ts'

export type RouterParts = Deps & { readonly identity: Identity; readonly auth: AuthService }

/** The calls that need no engine: people, organizations and what they keep. */
export function controlRouter(parts: RouterParts) {
  const { organizations, v1Organizations } = organizationHandlers(parts)
  return {
    auth: authHandlers(parts),
    accessTokens: accessTokenHandlers(parts),
    organizations,
    members: memberHandlers(parts),
    invitations: invitationHandlers(parts),
    audit: auditHandlers(parts),
    snippets: snippetHandlers(parts),
    telemetry: telemetryHandlers(),
    v1: { organizations: v1Organizations },
  }
}
