import { emailOf } from './accounts.ts'
import { query } from './api.ts'
import { expect, signIn, test } from './fixtures.ts'

test('an owner moves a project to another organization, and is told what that changes', async ({
  page,
  as,
  browser,
  world: { api, platform, organization },
  project: { ref, name },
}) => {
  await query(api, ref, "create table books as select 'Emma' as title")
  const made = await api.must('POST', '/v1/organizations', { name: 'Brightwater', plan: 'pro' })
  const slug = String(made['slug'])
  await as('owner')
  await page.goto(`/project/${ref}/settings/general`)
  await page.getByRole('button', { name: 'Transfer project' }).click()
  const dialog = page.getByRole('dialog', { name: `Transfer ${name}` })
  const confirm = dialog.getByRole('button', { name: 'Transfer project' })
  await confirm.focus()
  await expect(page.getByText('Choose an organization first').first()).toBeVisible()
  await dialog.getByRole('combobox', { name: 'Organization' }).click()
  await page.getByRole('option', { name: /Brightwater/ }).click()
  await expect(dialog).toContainText('The limits of the plan Pro apply, instead of Team.')
  await expect(dialog).toContainText('Backups are kept for 7 days, instead of 14 days.')
  await expect(dialog).toContainText('Members of Brightwater get access')
  await expect(dialog).toContainText('Nothing is stopped.')

  // somebody of the old organization has it open meanwhile
  const elsewhere = await browser.newContext({ baseURL: platform.url })
  const other = await elsewhere.newPage()
  await signIn(other, emailOf('administrator'))
  await other.goto(`/project/${ref}/settings/general`)
  const button = other.getByRole('button', { name: 'Transfer project' })
  await button.focus()
  await expect(
    other.getByText('You need additional permissions to transfer this project').first(),
  ).toBeVisible()

  await confirm.click()
  await expect(page.getByText(`Transferred ${name} to Brightwater`, { exact: true })).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('Brightwater')
  expect((await query(api, ref, 'select title from books')).body).toEqual([{ title: 'Emma' }])
  await page.goto(`/org/${slug}`)
  await expect(page.getByRole('link', { name: new RegExp(name) })).toBeVisible()
  await page.goto(`/org/${organization.slug}`)
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  await expect(page.getByRole('link', { name: new RegExp(name) })).toHaveCount(0)

  await other.reload()
  await expect(other.getByText(/not found/i).first()).toBeVisible()
  await elsewhere.close()
})
