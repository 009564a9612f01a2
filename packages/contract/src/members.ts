import { z } from 'zod'
import { BySlug, DisplayName, Done, EmailAddress, Password, ProjectRef } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Role } from './permissions.ts'
import { Session } from './auth.ts'

export const MemberGrant = z.object({
  role: Role,
  /** Null: the whole organization. */
  project_refs: z.array(z.string()).nullable(),
})

export const Member = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  grants: z.array(MemberGrant),
  joined_at: z.string(),
})
export type Member = z.infer<typeof Member>

export const Invitation = z.object({
  id: z.string(),
  email: z.string(),
  role: Role,
  project_refs: z.array(z.string()).nullable(),
  invited_by: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
})
export type Invitation = z.infer<typeof Invitation>

const RoleChoice = {
  role: Role,
  project_refs: z.array(ProjectRef).min(1).max(100).nullable().default(null),
}

export const members = {
  list: endpoint({
    needs: 'members:read',
    route: {
      method: 'GET',
      path: '/platform/organizations/{slug}/members',
      summary: 'Members of an organization and what each was given',
    },
    errors: ['ORGANIZATION_NOT_FOUND'],
  })
    .input(BySlug)
    .output(z.array(Member)),

  update: endpoint({
    needs: 'members:write',
    route: {
      method: 'PATCH',
      path: '/platform/organizations/{slug}/members/{user_id}',
      summary: 'Give a member another role, for the organization or for some projects',
    },
    errors: ['ORGANIZATION_NOT_FOUND', 'MEMBER_NOT_FOUND', 'LAST_OWNER', 'PROJECT_NOT_FOUND'],
  })
    .input(BySlug.extend({ user_id: z.string(), ...RoleChoice }))
    .output(Member),

  remove: endpoint({
    // leaving needs no permission but being in; the handler asks for members:write for anybody else
    needs: 'organizations:read',
    route: {
      method: 'DELETE',
      path: '/platform/organizations/{slug}/members/{user_id}',
      summary: 'Remove a member, or leave',
    },
    errors: ['ORGANIZATION_NOT_FOUND', 'MEMBER_NOT_FOUND', 'LAST_OWNER'],
  })
    .input(BySlug.extend({ user_id: z.string() }))
    .output(Done),
}

export const invitations = {
  list: endpoint({
    needs: 'members:write',
    route: {
      method: 'GET',
      path: '/platform/organizations/{slug}/invitations',
      summary: 'Invitations that still wait',
    },
    errors: ['ORGANIZATION_NOT_FOUND'],
  })
    .input(BySlug)
    .output(z.array(Invitation)),

  create: endpoint({
    needs: 'members:write',
    route: {
      method: 'POST',
      path: '/platform/organizations/{slug}/invitations',
      summary: 'Invite somebody; the answer holds the link, shown this once',
      successStatus: 201,
    },
    errors: ['ORGANIZATION_NOT_FOUND', 'ALREADY_MEMBER', 'PROJECT_NOT_FOUND'],
  })
    .input(BySlug.extend({ email: EmailAddress, ...RoleChoice }))
    .output(Invitation.extend({ url: z.string() })),

  delete: endpoint({
    needs: 'members:write',
    route: {
      method: 'DELETE',
      path: '/platform/organizations/{slug}/invitations/{id}',
      summary: 'Take an invitation back',
    },
    errors: ['ORGANIZATION_NOT_FOUND', 'INVITATION_NOT_FOUND'],
  })
    .input(BySlug.extend({ id: z.uuid() }))
    .output(Done),

  view: endpoint({
    needs: 'public',
    route: {
      method: 'GET',
      path: '/platform/invitations/{token}',
      summary: 'What an invitation link is for',
    },
    errors: ['LINK_INVALID'],
  })
    .input(z.strictObject({ token: z.string().min(20).max(200) }))
    .output(
      z.object({
        organization_name: z.string(),
        organization_slug: z.string(),
        email: z.string(),
        role: Role,
        invited_by: z.string(),
        expires_at: z.string(),
        /** An account with this address exists: sign in with it instead of making one. */
        has_account: z.boolean(),
      }),
    ),

  accept: endpoint({
    needs: 'public',
    route: {
      method: 'POST',
      path: '/platform/invitations/{token}/accept',
      summary: 'Join; without an account a name and a password make one and sign it in',
    },
    errors: ['LINK_INVALID', 'ALREADY_MEMBER', 'BAD_CREDENTIALS'],
  })
    .input(
      z.strictObject({
        token: z.string().min(20).max(200),
        name: DisplayName.optional(),
        password: Password.optional(),
      }),
    )
    .output(Session),
}
