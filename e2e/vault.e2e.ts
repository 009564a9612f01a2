import { readFile } from 'node:fs/promises'
import { expect, test } from './fixtures.ts'

const PEM = '-----BEGIN KEY-----\nMIIB=\n-----END KEY-----'

test('a secret is sealed, read by SQL, revealed, changed and deleted', async ({
  page,
  as,
  world,
  project,
}) => {
  const { api } = world
  const { ref } = project
  const query = (sql: string) =>
    api.must('POST', `/v1/projects/${ref}/database/query`, { query: sql })
  await as('owner')
  await page.goto(`/project/${ref}/settings/vault`)
  await page.getByRole('button', { name: 'New secret' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('signing key')
  await dialog.getByRole('button', { name: 'Seal secret' }).click()
  await expect(dialog.getByText('Enter the secret')).toBeVisible()
  await dialog.getByLabel('Secret').fill(PEM)
  await dialog.getByRole('button', { name: 'Seal secret' }).click()
  await expect(dialog).toHaveCount(0)

  const found = `select decrypted_secret from vault.decrypted_secrets where name = 'signing key'`
  expect(JSON.stringify(await query(found))).toContain('MIIB=')
  expect(JSON.stringify(await query('select secret from vault.secrets'))).not.toContain('MIIB=')

  await expect(page.getByText('MIIB=')).toHaveCount(0)
  await page.getByRole('button', { name: 'Reveal signing key' }).click()
  await expect(page.getByLabel('Secret signing key')).toHaveText(PEM)
  await page.getByRole('button', { name: 'Hide signing key' }).click()
  await expect(page.getByText('MIIB=')).toHaveCount(0)

  await page.getByRole('button', { name: 'New secret' }).click()
  await dialog.getByLabel('Name').fill('signing key')
  await dialog.getByLabel('Secret').fill('another')
  await dialog.getByRole('button', { name: 'Seal secret' }).click()
  await expect(dialog.getByText('The vault has a secret of this name already')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  const actions = page.getByRole('button', { name: 'Actions for signing key' })
  await actions.click()
  await page.getByRole('menuitem', { name: 'Change' }).click()
  await dialog.getByLabel('Description').fill('for webhooks')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('for webhooks')).toBeVisible()
  expect(JSON.stringify(await query(found))).toContain('MIIB=')

  await actions.click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await dialog.getByRole('button', { name: 'Delete secret' }).click()
  await expect(page.getByText('The vault is empty')).toBeVisible()
  expect(JSON.stringify(await query(found))).not.toContain('MIIB=')
})

test('who may not read secrets sees their names only', async ({ page, as, world, project }) => {
  const { ref } = project
  await world.api.must('POST', `/platform/projects/${ref}/vault/secrets`, {
    name: 'token',
    secret: 'x',
  })
  await as('read_only')
  await page.goto(`/project/${ref}/settings/vault`)
  await expect(page.getByText('token', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reveal token' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'New secret' })).toBeDisabled()
})

test('types of the database are saved as a file', async ({ page, as, world, project }) => {
  await world.api.must('POST', `/v1/projects/${project.ref}/database/query`, {
    query: 'create table books (id int primary key, title text)',
  })
  await as('developer')
  await page.goto(`/project/${project.ref}/settings/api`)
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download types' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe('database.types.ts')
  expect(await readFile(await file.path(), 'utf8')).toMatch(/books: \{[\s\S]*title: string \| null/)
})
