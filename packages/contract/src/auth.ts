import { z } from 'zod'
import { DisplayName, Done, EmailAddress, Nothing, Password } from './common.ts'
import { endpoint } from './endpoint.ts'
import { Grant, Permission } from './permissions.ts'

/** Who is calling and what they were given; the dashboard judges permissions from it. */
export const Session = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string() }),
  grants: z.array(Grant),
  /** Set when an access token with fewer rights than its owner is in use. */
  scopes: z.array(Permission).nullable(),
})
export type Session = z.infer<typeof Session>

export const SignedInDevice = z.object({
  id: z.string(),
  current: z.boolean(),
  ip_address: z.string().nullable(),
  user_agent: z.string().nullable(),
  created_at: z.string(),
  expires_at: z.string(),
})
export type SignedInDevice = z.infer<typeof SignedInDevice>

export const SignIn = z.strictObject({
  email: EmailAddress,
  password: z.string().min(1, 'Enter your password').max(256),
})
export const ClaimOwner = z.strictObject({
  token: z.string().min(20, 'The link is not complete').max(200),
  name: DisplayName,
  email: EmailAddress,
  password: Password,
})

export const auth = {
  signIn: endpoint({
    needs: 'public',
    route: { method: 'POST', path: '/platform/auth/sign-in', summary: 'Start a session' },
    errors: ['BAD_CREDENTIALS', 'TOO_MANY_REQUESTS'],
  })
    .input(SignIn)
    .output(Session),

  claimOwner: endpoint({
    needs: 'public',
    route: {
      method: 'POST',
      path: '/platform/auth/claim-owner',
      summary: 'Make the first owner account with the one-time link',
    },
    errors: ['LINK_INVALID', 'TOO_MANY_REQUESTS'],
  })
    .input(ClaimOwner)
    .output(Session),

  signOut: endpoint({
    needs: 'signed-in',
    route: { method: 'POST', path: '/platform/auth/sign-out', summary: 'End this session' },
  })
    .input(Nothing)
    .output(Done),

  session: endpoint({
    needs: 'signed-in',
    route: { method: 'GET', path: '/platform/auth/session', summary: 'Who is calling' },
  })
    .input(Nothing)
    .output(Session),

  devices: endpoint({
    needs: 'signed-in',
    route: { method: 'GET', path: '/platform/auth/sessions', summary: 'Where you are signed in' },
  })
    .input(Nothing)
    .output(z.array(SignedInDevice)),

  endSession: endpoint({
    needs: 'signed-in',
    route: {
      method: 'DELETE',
      path: '/platform/auth/sessions/{id}',
      summary: 'Sign one device out',
    },
    errors: ['SESSION_NOT_FOUND'],
  })
    .input(z.strictObject({ id: z.string() }))
    .output(Done),

  signOutEverywhere: endpoint({
    needs: 'signed-in',
    route: {
      method: 'DELETE',
      path: '/platform/auth/sessions',
      summary: 'End every session of yours, this one included',
    },
  })
    .input(Nothing)
    .output(Done),

  updateProfile: endpoint({
    needs: 'signed-in',
    route: { method: 'PATCH', path: '/platform/profile', summary: 'Change your name' },
  })
    .input(z.strictObject({ name: DisplayName }))
    .output(Session),

  changePassword: endpoint({
    needs: 'signed-in',
    route: {
      method: 'POST',
      path: '/platform/profile/password',
      summary: 'Change your password; every other session ends',
    },
    errors: ['BAD_CREDENTIALS', 'TOO_MANY_REQUESTS'],
  })
    .input(z.strictObject({ current_password: z.string().min(1), new_password: Password }))
    .output(Done),
}
