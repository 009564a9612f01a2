import { type Invitation, type Member, Role } from '@plinth/contract'
import type { InvitationRow } from './invitation-store.ts'
import type { MemberRow } from './store.ts'

export const presentMember = (row: MemberRow): Member => ({
  user_id: row.user_id,
  name: row.name,
  email: row.email,
  grants: [{ role: Role.parse(row.role), project_refs: row.project_refs }],
  joined_at: row.joined_at.toISOString(),
})

// the inviter's account may be gone by now
const inviterOf = ({ invited_by }: InvitationRow) => invited_by ?? 'A former member'

export const presentInvitation = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: Role.parse(row.role),
  project_refs: row.project_refs,
  invited_by: inviterOf(row),
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
})

/** What a link shows to whoever holds it, signed in or not. */
export const presentLink = (row: InvitationRow & { readonly has_account: unknown }) => ({
  organization_name: row.organization_name,
  organization_slug: row.organization_slug,
  email: row.email,
  role: Role.parse(row.role),
  invited_by: inviterOf(row),
  expires_at: row.expires_at.toISOString(),
  has_account: row.has_account === true,
})
