import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { claimOwner, emailOf, PASSWORD } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { dataFolder, removeFolder, startPlatform } from './platform.ts'

test('a double click pauses once, and leads to where the project is brought back', async ({
  page,
  as,
  project: { ref, name },
}) => {
  await as('owner')
  await page.goto(`/project/${ref}/settings/general`)
  await page.getByRole('button', { name: 'Pause project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause project' }).dblclick()
  await expect(page.getByRole('heading', { name: `${name} is paused` })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/project/${ref}$`))
  await expect(page.getByText(/^Failed to/)).toHaveCount(0)
})

test('a restart that failed was told by a dot in another colour only', async ({
  page,
  as,
  world,
  project: { ref, name },
}) => {
  const settings = join(world.platform.dataDir, 'projects', ref, 'data', 'postgresql.auto.conf')
  const before = await readFile(settings, 'utf8')
  await as('owner')
  await page.goto(`/project/${ref}/settings/general`)
  await page.getByRole('button', { name: 'Restart project' }).click()
  await appendFile(settings, "\nshared_buffers = 'nonsense'\n")
  await page.getByRole('dialog').getByRole('button', { name: 'Restart project' }).click()
  await expect(page.getByRole('heading', { name: `${name} could not be restarted` })).toBeVisible()
  await expect(page.getByText(/configuration file .* contains errors/).first()).toBeVisible()

  await writeFile(settings, before)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText(`${name} was restarted`, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible()
})

test('a change of status passed through an empty page', async ({
  page,
  as,
  project: { ref, name },
}) => {
  await as('owner')
  // what such a page is made of comes while the browser rests
  const ready = page.waitForResponse(/\/TransitionPage-.*\.js$/)
  await page.goto(`/project/${ref}/settings/general`)
  await page.getByRole('button', { name: 'Restart project' }).click()
  await ready
  await page.evaluate(() => {
    const look = () => {
      if (!document.querySelector('main')?.innerText.trim()) document.title = 'empty'
      requestAnimationFrame(look)
    }
    look()
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Restart project' }).click()
  await expect(page.getByText(`${name} was restarted`, { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'General', level: 1 })).toBeVisible()
  expect(await page.title()).not.toBe('empty')
  await expect(page.getByRole('main')).toBeFocused()
})

test('an address that names no add-on opened a panel without one', async ({
  page,
  as,
  project: { ref },
}) => {
  await as('owner')
  await page.goto(`/project/${ref}/settings/addons?panel=nonsense`)
  await expect(page.getByRole('heading', { name: 'Custom domain' })).toBeVisible()
  await expect(page).toHaveURL(/settings\/addons$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a page says that the platform has gone, and that it is back', async ({ page }) => {
  const dataDir = await dataFolder()
  const first = await startPlatform({ dataDir })
  await claimOwner(first)
  await page.request.post(new URL('/platform/auth/sign-in', first.url).href, {
    data: { email: emailOf('owner'), password: PASSWORD },
  })
  await page.goto(new URL('/organizations', first.url).href)
  const lost = page.getByText('The platform cannot be reached', { exact: true })
  await expect(page.getByRole('link', { name: 'New organization' }).first()).toBeVisible()
  await expect(lost).toHaveCount(0)

  await first.kill()
  await expect(lost).toBeVisible()
  const again = await startPlatform({ dataDir, port: Number(new URL(first.url).port) })
  await expect(lost).toHaveCount(0, { timeout: 40_000 })

  // a browser without a network holds nothing back: what cannot be done is said at once
  await page.goto(new URL('/organizations', again.url).href)
  await page.getByRole('link', { name: 'New organization' }).first().click()
  await page.getByLabel('Name').fill('Acme')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByText(/platform cannot be reached\. Is it running/).first()).toBeVisible()
  await expect(lost).toBeVisible()
  await page.context().setOffline(false)
  await expect(lost).toHaveCount(0)
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page).toHaveURL(/\/org\//)
  await again.stop()
  await removeFolder(dataDir)
})
