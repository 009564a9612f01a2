import { expect, test } from '@playwright/test'
import { dataFolder, removeFolder, startPlatform } from './platform.ts'

test('from the first start to the first rows', async ({ page }) => {
  const dataDir = await dataFolder()
  const platform = await startPlatform({ dataDir })
  try {
    // the one-time link makes the owner's account
    await page.goto(platform.welcomeUrl ?? '')
    await page.getByLabel('Your name').fill('Ann Owner')
    await page.getByLabel('E-mail address').fill('ann@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct-horse-battery')
    await page.getByRole('button', { name: 'Create account' }).click()

    await page.waitForURL('**/organizations')
    await page
      .getByRole('link', { name: /new organization/i })
      .first()
      .click()
    await page.getByLabel('Name').fill('Acme')
    await page.getByRole('button', { name: /create organization/i }).click()

    await page.waitForURL('**/org/*')
    await page
      .getByRole('link', { name: /new project/i })
      .first()
      .click()
    await page.getByLabel('Project name').fill('Harbour')
    await page.getByRole('button', { name: /generate/i }).click()
    await page.getByRole('button', { name: /create project/i }).click()

    // the provisioning page gives way to the project by itself
    await page.waitForURL('**/project/*')
    await expect(page.getByRole('heading', { name: 'Harbour', level: 1 })).toBeVisible({
      timeout: 30_000,
    })
    await expect(page).toHaveTitle(/Harbour/)
    await page.getByRole('link', { name: 'SQL Editor' }).click()
    const editor = page.getByRole('textbox', { name: 'SQL query' })
    await editor.focus()
    await page.keyboard.insertText("select 'moored' as state, 41 + 1 as berth")
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('gridcell', { name: 'moored' })).toBeVisible()
    await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible()

    // the link worked once
    await page.context().clearCookies()
    await page.goto(platform.welcomeUrl ?? '')
    await expect(page.getByRole('heading', { name: 'Plinth is already set up' })).toBeVisible()
  } finally {
    await platform.stop()
    await removeFolder(dataDir)
  }
})

test('a project that cannot start says so, and a retry brings it up', async ({ page }) => {
  const dataDir = await dataFolder()
  const env = { PLINTH_FAULTS: 'create.start:fail-once' }
  const platform = await startPlatform({ dataDir, env })
  try {
    await page.goto(platform.welcomeUrl ?? '')
    await page.getByLabel('Your name').fill('Ann Owner')
    await page.getByLabel('E-mail address').fill('ann@example.com')
    await page.getByLabel('Password', { exact: true }).fill('correct-horse-battery')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.waitForURL('**/organizations')
    const made = await page.request.post(`${platform.url}/platform/organizations`, {
      data: { name: 'Acme' },
    })
    const { slug } = (await made.json()) as { slug: string } // the call's own answer
    await page.goto(`${platform.url}/new/${slug}`)
    await page.getByLabel('Project name').fill('Leaky')
    await page.getByRole('button', { name: /generate/i }).click()
    await page.getByRole('button', { name: /create project/i }).click()

    await expect(page.getByRole('heading', { name: 'Leaky could not be set up' })).toBeVisible({
      timeout: 30_000,
    })
    await expect(
      page.getByRole('paragraph').filter({ hasText: 'A fault was planted' }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByRole('heading', { name: 'Leaky', level: 1, exact: true })).toBeVisible({
      timeout: 30_000,
    })
  } finally {
    await platform.stop()
    await removeFolder(dataDir)
  }
})
