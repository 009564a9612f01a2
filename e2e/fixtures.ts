import { test as base, expect, type Page } from '@playwright/test'
import { type Api, apiOf, makeProject } from './api.ts'
import { dataFolder, removeFolder, type RunningPlatform, startPlatform } from './platform.ts'

export const PASSWORD = 'correct-horse-battery'
export const ROLES = ['owner', 'administrator', 'developer', 'read_only'] as const
export type Role = (typeof ROLES)[number]
export const emailOf = (role: Role) => `${role.replace('_', '-')}@example.com`

type WorkerFixtures = {
  /** One platform per worker, with an account per role in one organization. */
  readonly world: World
}
export type World = {
  readonly platform: RunningPlatform
  /** The owner's calls. */
  readonly api: Api
  readonly organization: { readonly slug: string; readonly name: string }
}

type TestFixtures = {
  /** Signs this page's person in. */
  readonly as: (role: Role) => Promise<void>
  /** A healthy project of this test's own. */
  readonly project: { readonly ref: string; readonly name: string }
}

/** Makes the owner's account with the one-time link, and a token for what tests set up. */
export async function claimOwner(platform: RunningPlatform): Promise<Api> {
  const token = new URL(platform.welcomeUrl ?? '').searchParams.get('token')
  const nobody = apiOf(platform.url)
  const account = { token, name: 'Olive Owner', email: emailOf('owner'), password: PASSWORD }
  const claimed = await nobody.call('POST', '/platform/auth/claim-owner', account)
  if (claimed.status !== 200) throw new Error(JSON.stringify(claimed.body))
  const cookie = claimed.headers
    .getSetCookie()
    .map((set) => set.split(';')[0])
    .join('; ')
  const made = await fetch(new URL('/platform/access-tokens', platform.url), {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'tests' }),
  })
  // the reply that makes a token is the one that shows it
  const { token: accessToken } = (await made.json()) as { token: string }
  return apiOf(platform.url, accessToken)
}

export async function invite(api: Api, slug: string, role: Role, projectRefs?: string[]) {
  const invitation = await api.must('POST', `/platform/organizations/${slug}/invitations`, {
    email: emailOf(role),
    role,
    ...(projectRefs && { project_refs: projectRefs }),
  })
  const token = new URL(String(invitation['url'])).searchParams.get('token')
  const accepting = { name: `Some ${role}`, password: PASSWORD }
  await apiOf(api.url).must('POST', `/platform/invitations/${token}/accept`, accepting)
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  world: [
    async ({}, use) => {
      const dataDir = await dataFolder()
      const platform = await startPlatform({ dataDir })
      const api = await claimOwner(platform)
      const made = await api.must('POST', '/v1/organizations', { name: 'Acme', plan: 'team' })
      const slug = String(made['slug'])
      for (const role of ROLES.slice(1)) await invite(api, slug, role)
      await use({ platform, api, organization: { slug, name: 'Acme' } })
      await platform.stop()
      await removeFolder(dataDir)
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  baseURL: async ({ world }, use) => use(world.platform.url),

  as: async ({ page }, use) => {
    await use((role) => signIn(page, emailOf(role)))
  },

  project: async ({ world }, use, info) => {
    const name = `${info.title.slice(0, 40)} ${info.workerIndex}`
    const ref = await makeProject(world.api, world.organization.slug, name)
    await use({ ref, name })
    await world.api.call('DELETE', `/v1/projects/${ref}`)
  },
})

/** By the form's own call, so that the cookie is the real one. */
export async function signIn(page: Page, email: string, password = PASSWORD) {
  const answer = await page.request.post('/platform/auth/sign-in', { data: { email, password } })
  expect(answer.status(), await answer.text()).toBe(200)
}

export { expect } from '@playwright/test'
