import { makeProject, query, untilStatus } from './api.ts'
import { claimOwner, emailOf, PASSWORD } from './accounts.ts'
import { expect, test } from './fixtures.ts'
import { dataFolder, removeFolder, startPlatform } from './platform.ts'

const SHOP = `
  create table books (id int generated always as identity primary key, title text);
  insert into books (title) values ('Emma'), ('Persuasion');
  create materialized view counted as select count(*)::int as n from books`

test('a project is upgraded step by step, has its rows, and can be put back to before', async ({
  page,
  as,
  world,
  project,
}) => {
  const { api } = world
  const { ref, name } = project
  await query(api, ref, SHOP)
  await query(api, ref, 'create database elsewhere allow_connections false')
  await as('owner')
  await page.goto(`/project/${ref}/settings/infrastructure`)
  const card = page.getByRole('region', { name: 'Postgres version' })
  await expect(card).toContainText(/PostgreSQL 17\.\d+/)
  await expect(card).toContainText('The database elsewhere lets nobody in')
  await expect(card.getByRole('button', { name: 'Upgrade project' })).toBeDisabled()

  await query(api, ref, 'drop database elsewhere')
  await page.reload()
  await expect(card).toContainText(/18\.\d+ is available/)
  await card.getByRole('button', { name: 'Upgrade project' }).click()
  const dialog = page.getByRole('dialog', { name: `Upgrade ${name}` })
  await expect(dialog.getByRole('radio', { name: /Postgres 18/ })).toBeChecked()
  await dialog.getByRole('button', { name: 'Upgrade', exact: true }).click()

  await expect(page.getByRole('heading', { name: `${name} is being upgraded` })).toBeVisible()
  const steps = page.getByRole('list', { name: /steps/i })
  await expect(steps.getByRole('listitem')).toHaveCount(10)
  await expect(page.getByText('Moving everything into the new version')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Upgraded', exact: true })).toBeVisible({
    timeout: 60_000,
  })
  await page.getByRole('button', { name: 'Return to project' }).click()
  await page.goto(`/project/${ref}/settings/infrastructure`)
  await expect(card).toContainText(/PostgreSQL 18\.\d+/)
  await expect(card).toContainText('Newest version here')
  expect((await query(api, ref, 'select title, n from books, counted order by id')).body).toEqual([
    { title: 'Emma', n: 2 },
    { title: 'Persuasion', n: 2 },
  ])
  const next = await query(api, ref, `insert into books (title) values ('Sanditon') returning id`)
  expect(next.body).toEqual([{ id: 3 }])

  // two backups were taken, one of each version; the first brings the old one back
  await page.goto(`/project/${ref}/database/backups/scheduled`)
  const taken = page.getByRole('row').filter({ hasText: 'upgrade' })
  await expect(taken).toHaveCount(2)
  await taken
    .filter({ hasText: '17.' })
    .getByRole('button', { name: /^Actions/ })
    .click()
  await page.getByRole('menuitem', { name: 'Restore…' }).click()
  const restore = page.getByRole('dialog', { name: 'Restore this backup' })
  await restore.getByRole('textbox').fill(name)
  await restore.getByRole('button', { name: 'Restore this backup' }).click()
  await expect(restore).toHaveCount(0)
  await untilStatus(api, ref, 'ACTIVE_HEALTHY')
  expect((await query(api, ref, 'select count(*)::int as n from books')).body).toEqual([{ n: 2 }])
  await page.goto(`/project/${ref}/settings/infrastructure`)
  await expect(card).toContainText(/PostgreSQL 17\.\d+/)
})

test('an upgrade that fails says why, and the project is what it was', async ({ page }) => {
  const dataDir = await dataFolder()
  const platform = await startPlatform({
    dataDir,
    env: { PLINTH_FAULTS: 'upgrade.verify:fail@Doomed,upgrade.move:fail-once@Hesitant' },
  })
  const api = await claimOwner(platform)
  const made = await api.must('POST', '/v1/organizations', { name: 'Acme', plan: 'team' })
  const at = (path: string) => new URL(path, platform.url).href
  const session = await page.request.post(at('/platform/auth/sign-in'), {
    data: { email: emailOf('owner'), password: PASSWORD },
  })
  expect(session.status()).toBe(200)
  const ref = await makeProject(api, String(made['slug']), 'Doomed')
  await query(api, ref, SHOP)
  await page.goto(at(`/project/${ref}`))
  await expect(page.getByRole('heading', { name: 'Doomed' })).toBeVisible()
  await api.must('POST', `/v1/projects/${ref}/upgrade`, { target_version: '18' })
  await expect(
    page.getByRole('heading', { name: 'We ran into an issue while upgrading your project' }),
  ).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText('The project runs as it did before')).toBeVisible()
  await page.getByRole('button', { name: 'Return to project' }).click()

  await page.goto(at(`/project/${ref}/settings/infrastructure`))
  const card = page.getByRole('region', { name: 'Postgres version' })
  await expect(card).toContainText(/PostgreSQL 17\.\d+/)
  await expect(card).toContainText('did not succeed')
  expect((await query(api, ref, 'select count(*)::int as n from books')).body).toEqual([{ n: 2 }])

  // one whose reason is gone is tried again from where it is told
  const hesitant = await makeProject(api, String(made['slug']), 'Hesitant')
  await page.goto(at(`/project/${hesitant}`))
  await expect(page.getByRole('heading', { name: 'Hesitant' })).toBeVisible()
  await api.must('POST', `/v1/projects/${hesitant}/upgrade`, { target_version: '18' })
  await page.getByRole('button', { name: 'Retry' }).click({ timeout: 60_000 })
  await expect(page.getByRole('heading', { name: 'Upgraded', exact: true })).toBeVisible({
    timeout: 60_000,
  })

  await platform.stop()
  await removeFolder(dataDir)
})

test('who cancelled an upgrade was told that we ran into an issue', async ({
  page,
  as,
  world,
  project: { ref, name },
}) => {
  await query(world.api, ref, SHOP)
  await as('owner')
  await page.goto(`/project/${ref}/settings/infrastructure`)
  await page.getByRole('button', { name: 'Upgrade project' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Upgrade', exact: true }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('heading', { name: 'The upgrade was cancelled' })).toBeVisible({
    timeout: 60_000,
  })
  await page.getByRole('button', { name: 'Return to project' }).click()
  const card = page.getByRole('region', { name: 'Postgres version' })
  await expect(card).toContainText(/18\.\d+ is available/)
  await expect(card.getByText('did not succeed')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: `${name} is being upgraded` })).toHaveCount(0)
})
