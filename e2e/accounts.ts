import { type Api, apiOf } from './api.ts'
import type { RunningPlatform } from './platform.ts'

export const PASSWORD = 'correct-horse-battery'
export const ROLES = ['owner', 'administrator', 'developer', 'read_only'] as const
export type Role = (typeof ROLES)[number]
export const emailOf = (role: Role) => `${role.replace('_', '-')}@example.com`

/** Makes the owner's account with the one-time link, and a token for what tests set up. */
export async function claimOwner(platform: RunningPlatform): Promise<Api> {
  const token = new URL(platform.welcomeUrl ?? '').searchParams.get('token')
  const account = { token, name: 'Olive Owner', email: emailOf('owner'), password: PASSWORD }
  const claimed = await apiOf(platform.url).call('POST', '/platform/auth/claim-owner', account)
  if (claimed.status !== 200) throw new Error(JSON.stringify(claimed.body))
  const cookies = claimed.headers.getSetCookie().map((set) => set.split(';')[0])
  const made = await fetch(new URL('/platform/access-tokens', platform.url), {
    method: 'POST',
    headers: { cookie: cookies.join('; '), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'tests' }),
  })
  // the reply that makes a token is the one that shows it
  const { token: accessToken } = (await made.json()) as { token: string }
  return apiOf(platform.url, accessToken)
}

type Invited = {
  readonly slug: string
  readonly role: Role
  readonly projectRefs?: readonly string[]
}

/** An account for this role, by invitation, as a person would get one. */
export async function invite(api: Api, { slug, role, projectRefs }: Invited) {
  const invitation = await api.must('POST', `/platform/organizations/${slug}/invitations`, {
    email: emailOf(role),
    role,
    ...(projectRefs && { project_refs: projectRefs }),
  })
  const token = new URL(String(invitation['url'])).searchParams.get('token')
  const accepting = { name: `Some ${role}`, password: PASSWORD }
  await apiOf(api.url).must('POST', `/platform/invitations/${token}/accept`, accepting)
}
