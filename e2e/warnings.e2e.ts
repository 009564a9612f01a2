import { join } from 'node:path'
import { test as base, type Page } from '@playwright/test'
import { type Api, query, untilStatus } from './api.ts'
import { claimOwner, emailOf, PASSWORD } from './accounts.ts'
import { expect } from './fixtures.ts'
import { largestChildOf, postgresProcessesIn } from './processes.ts'
import { dataFolder, removeFolder, startPlatform } from './platform.ts'

type Subject = {
  readonly api: Api
  readonly dataDir: string
  readonly slug: string
  readonly ref: string
}

/** A platform that measures every second, with one project of the smallest size. */
const test = base.extend<{ readonly subject: Subject }>({
  subject: async ({ page }, use) => {
    const dataDir = await dataFolder()
    const platform = await startPlatform({ dataDir, env: { PLINTH_SAMPLE_SECONDS: '1' } })
    const api = await claimOwner(platform)
    const made = await api.must('POST', '/v1/organizations', { name: 'Frugal', plan: 'free' })
    const slug = String(made['slug'])
    const { ref } = await api.must('POST', '/v1/projects', {
      name: 'Shop',
      organization_slug: slug,
      desired_instance_size: 'nano',
    })
    await untilStatus(api, String(ref), 'ACTIVE_HEALTHY')
    await page.request.post(new URL('/platform/auth/sign-in', api.url).href, {
      data: { email: emailOf('owner'), password: PASSWORD },
    })
    await use({ api, dataDir, slug, ref: String(ref) })
    await platform.stop()
    await removeFolder(dataDir)
  },
})

/** A session that holds so much memory until it is told to end. */
function hold({ api, ref, dataDir }: Subject, mb: number) {
  const ended = query(
    api,
    ref,
    `do $$ declare held text[]; begin
       for i in 1..${mb} loop held[i] := repeat(md5(i::text), 32768); end loop;
       perform pg_sleep(600); end $$`,
  )
  return async () => {
    const [postmaster] = await postgresProcessesIn(join(dataDir, 'projects', ref))
    process.kill(await largestChildOf(postmaster ?? 0), 'SIGTERM')
    await ended
  }
}

/** Writes several times what the smallest size may write for long. */
async function writeUntil(subject: Subject, isEnough: () => Promise<boolean>) {
  const { api, ref } = subject
  await query(api, ref, 'create table written (text text)')
  while (!(await isEnough())) {
    await query(
      api,
      ref,
      "insert into written select repeat('x', 1000) from generate_series(1, 5000); truncate written",
    )
  }
}

/** As when another tab is in front: the page hears nothing meanwhile. */
const show = (page: Page, state: 'hidden' | 'visible') =>
  page.evaluate((visibility) => {
    Object.defineProperty(document, 'visibilityState', { value: visibility, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

/** What the platform says of the project, by the call's own names. */
async function warningOf({ api }: Subject): Promise<Readonly<Record<string, unknown>>> {
  const list = await api.must('GET', '/platform/projects-resource-warnings')
  // said by the contract: a list
  return (list as unknown as readonly Readonly<Record<string, unknown>>[])[0] ?? {}
}

test('what a project runs short of is told as it happens, and no longer when it is over', async ({
  page,
  subject,
}) => {
  const { api, slug, ref } = subject
  const at = (path: string) => new URL(path, api.url).href
  await page.goto(at(`/project/${ref}`))
  await expect(page.getByRole('heading', { name: 'Shop' })).toBeVisible()
  const memory = page.getByText(/The memory of this project is (nearly )?used up\./)
  const release = hold(subject, 600)
  await expect(memory).toBeVisible()
  await release()
  await expect(memory).toHaveCount(0)

  // the page comes back to what happened while it was out of sight
  await show(page, 'hidden')
  await writeUntil(
    subject,
    async () => (await warningOf(subject))['disk_io_exhaustion'] === 'critical',
  )
  const disk = page
    .getByRole('alert')
    .filter({ hasText: 'This project has used up what its disk can do for long.' })
  await expect(disk).toHaveCount(0)
  await show(page, 'visible')
  await disk.getByRole('link', { name: 'See disk I/O' }).click()
  await expect(page).toHaveURL(/settings\/infrastructure#disk_io$/)
  // the page has no banner: it says it where it shows it
  const chart = page.locator('#disk_io')
  await expect(chart.getByRole('alert')).toContainText('what its disk can do for long.')
  await expect(chart).toBeInViewport({ ratio: 0.9 })
  await expect(disk).toHaveCount(1)
  await chart.getByRole('link', { name: 'What helps' }).click()
  const help = page.getByRole('dialog', { name: 'What helps' })
  await expect(
    help.getByText('Tables that are read from end to end', { exact: true }),
  ).toBeInViewport()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await expect(page).toHaveURL(/settings\/infrastructure#disk_io$/)
  await page.goto(at(`/org/${slug}`))
  const card = page.getByRole('link', { name: /Shop/ })
  await expect(card).toContainText('Disk at its limit')

  void hold(subject, 900)
  await expect(card).toContainText('Several limits')
  await card.click()
  const several = page
    .getByRole('alert')
    .filter({ hasText: 'This project has reached several of its limits.' })
  await several.getByRole('link', { name: 'See what it uses' }).click()
  await expect(page.locator('#ram')).toContainText(
    /The memory of this project is (nearly )?used up/,
  )
  await expect(page.locator('#disk_io')).toContainText('what its disk can do for long.')
  // another server: what the one before it used is over
  await api.must('POST', `/v1/projects/${ref}/restart`)
  await expect(page.locator('#ram').getByRole('alert')).toHaveCount(0)
  await expect(page.locator('#disk_io').getByRole('alert')).toHaveCount(0)
})

// What the platform answers is given here: that it says so of a processor that is really busy is
// shown by real-warnings.test.ts, which needs no browser to itself to be busy beside.
test('a busy processor is told in words of its level, above every page but the one of its chart', async ({
  page,
  subject: { api, slug, ref },
}) => {
  let level: 'warning' | 'critical' = 'warning'
  await page.route('**/platform/projects-resource-warnings', async (route) =>
    route.fulfill({
      json: [
        {
          project: ref,
          organization_slug: slug,
          is_readonly_mode_enabled: false,
          disk_io_exhaustion: null,
          disk_space_exhaustion: null,
          cpu_exhaustion: level,
          memory_and_swap_exhaustion: null,
          auth_rate_limit_exhaustion: null,
        },
      ],
    }),
  )
  const at = (path: string) => new URL(path, api.url).href
  await page.goto(at(`/project/${ref}/settings/general`))
  const busy = page.getByRole('status').filter({ hasText: 'is busy most of the time.' })
  await expect(busy).toBeVisible()
  level = 'critical'
  await page.goto(at(`/project/${ref}/logs`))
  const limit = page.getByRole('alert').filter({ hasText: 'is busy all the time.' })
  await limit.getByRole('link', { name: 'See the processor' }).click()
  await expect(page).toHaveURL(/settings\/infrastructure#cpu$/)
  await expect(page.locator('#cpu').getByRole('alert')).toContainText('is busy all the time.')
  await expect(limit).toHaveCount(1)
  // the help of a banner opens on the page that has it
  await page.goto(at(`/project/${ref}`))
  await limit.getByRole('link', { name: 'What helps' }).click()
  await expect(
    page.getByRole('dialog', { name: 'What helps' }).getByText('Queries that took the most time'),
  ).toBeInViewport()
})
