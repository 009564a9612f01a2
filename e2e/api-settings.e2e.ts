import type { Page } from '@playwright/test'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'

const keyOf = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** What the project's own API answers to a key. */
async function booksWith(api: Api, ref: string, key: string) {
  const { restUrl } = await api.must('GET', `/platform/projects/${ref}`)
  const answer = await fetch(new URL('books', String(restUrl)), { headers: { apikey: key } })
  return answer.ok ? await answer.json() : answer.status
}

test('keys are shown, used and changed, and the old ones are refused', async ({
  page,
  as,
  world,
  project,
}) => {
  const { api } = world
  const { ref, name } = project
  await api.must('POST', `/v1/projects/${ref}/database/query`, {
    query: "create table books as select 'Emma' as title",
  })
  await as('owner')
  await page.goto(`/project/${ref}/settings/api`)
  const anon = keyOf(page, 'anon key')
  const before = await anon.inputValue()
  await expect.poll(() => booksWith(api, ref, before)).toEqual([{ title: 'Emma' }])

  const secret = keyOf(page, 'service_role key')
  await expect(secret).toHaveValue(/^•+$/)
  // the JWT secret has one as well, above
  await page.getByRole('button', { name: 'Reveal' }).last().click()
  await expect(secret).toHaveValue(/^eyJ/)
  expect(await booksWith(api, ref, await secret.inputValue())).toEqual([{ title: 'Emma' }])

  await page.getByRole('button', { name: 'Change JWT secret' }).click()
  const dialog = page.getByRole('dialog', { name: 'Change the JWT secret' })
  await dialog.getByText('Use my own').click()
  await dialog.getByLabel('New JWT secret').fill('too short')
  await dialog.getByLabel(/^Type/).fill(name)
  await dialog.getByRole('button', { name: 'Change JWT secret' }).click()
  await expect(dialog.getByText('Use at least 32 characters')).toBeVisible()
  await dialog.getByText('Generate one').click()
  await dialog.getByRole('button', { name: 'Change JWT secret' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(anon).not.toHaveValue(before)
  const after = await anon.inputValue()
  await expect.poll(() => booksWith(api, ref, after)).toEqual([{ title: 'Emma' }])
  await expect.poll(() => booksWith(api, ref, before)).toBe(401)

  const schemas = page.getByLabel('Exposed schemas')
  await schemas.fill('public, nowhere')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('This database has no schema nowhere')).toBeVisible()
  await schemas.fill('public')
  await page.getByLabel('Max rows').fill('5')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The data API has its new settings', { exact: true })).toBeVisible()
})

test('who may not see keys is told so, and sees the rest', async ({ page, as, project }) => {
  await as('read_only')
  await page.goto(`/project/${project.ref}/settings/api`)
  await expect(page.getByText("You don't have permission to view API keys.")).toBeVisible()
  await expect(keyOf(page, 'URL')).toHaveValue(new RegExp(`/projects/${project.ref}$`))
  await expect(
    page.getByText('You need additional permissions to view the JWT secret'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reveal' })).toHaveCount(0)
})

test('what is typed stays when the window gets narrow, and wide again', async ({
  page,
  as,
  project,
}) => {
  await as('owner')
  await page.goto(`/project/${project.ref}/settings/api`)
  const rows = page.getByLabel('Max rows')
  await rows.fill('77')
  await page.setViewportSize({ width: 400, height: 800 })
  await expect(page.getByRole('button', { name: 'Settings' })).toBeVisible()
  await expect(rows).toHaveValue('77')
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(page.getByRole('complementary', { name: 'Settings' })).toBeVisible()
  await expect(rows).toHaveValue('77')
})

test('a secret key is made, shown once, used and revoked', async ({ page, as, world, project }) => {
  const { api } = world
  const { ref } = project
  await api.must('POST', `/v1/projects/${ref}/database/query`, {
    query: "create table books as select 'Emma' as title",
  })
  await as('owner')
  await page.goto(`/project/${ref}/settings/api-keys/new`)
  await page.getByRole('button', { name: 'New API key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Secret' }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByText('Enter a name')).toBeVisible()
  await dialog.getByLabel('Name').fill('Backend')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const shown = dialog.getByLabel('Backend')
  await expect(shown).toHaveValue(/^plinth_secret_/)
  const key = await shown.inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => booksWith(api, ref, key)).toEqual([{ title: 'Emma' }])
  const row = page.getByRole('row').filter({ hasText: 'Backend' })
  await expect(row).toContainText('secret')
  expect(await page.content()).not.toContain(key)

  await row.getByRole('button', { name: 'Revoke Backend' }).click()
  await dialog.getByRole('textbox').fill('Backend')
  await dialog.getByRole('button', { name: 'Revoke this key' }).click()
  await expect(page.getByText('No API keys')).toBeVisible()
  await expect.poll(() => booksWith(api, ref, key)).toBe(401)
})
