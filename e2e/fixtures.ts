import { test as base, expect, type Page } from '@playwright/test'
import { claimOwner, emailOf, invite, PASSWORD, type Role, ROLES } from './accounts.ts'
import { type Api, makeProject } from './api.ts'
import { dataFolder, removeFolder, type RunningPlatform, startPlatform } from './platform.ts'

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

export const test = base.extend<TestFixtures, WorkerFixtures>({
  world: [
    async ({}, use) => {
      const dataDir = await dataFolder()
      const platform = await startPlatform({ dataDir })
      const api = await claimOwner(platform)
      const made = await api.must('POST', '/v1/organizations', { name: 'Acme', plan: 'team' })
      const slug = String(made['slug'])
      for (const role of ROLES.slice(1)) await invite(api, { slug, role })
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
    const name = `${info.title.slice(0, 40).trim()} ${info.workerIndex}`
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
