import { expect, type Page } from '@playwright/test'
import { type Api, makeProject, query, untilStatus } from './api.ts'
import { claimOwner, emailOf } from './accounts.ts'
import { test } from './fixtures.ts'
import { dataFolder, removeFolder, startPlatform } from './platform.ts'

const titles = async (api: Api, ref: string) =>
  (await query(api, ref, 'select title from books order by title')).body

const confirm = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

test('a project is renamed, restarted, paused and restored, and has its rows', async ({
  page,
  as,
  world,
  project,
}) => {
  const { api } = world
  const { ref } = project
  await query(api, ref, "create table books as select 'Emma' as title")
  await as('owner')
  await page.goto(`/project/${ref}/settings/general`)
  const name = page.getByLabel('Project name')
  await name.fill('   ')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter a name')).toBeVisible()
  await name.fill('Bookshop')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Renamed the project', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Restart project' }).click()
  await confirm(page, 'Restart project')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await untilStatus(api, ref, 'ACTIVE_HEALTHY')

  const pause = page.getByRole('button', { name: 'Pause project' })
  await expect(pause).toBeEnabled()
  await pause.click()
  await expect(page.getByRole('dialog', { name: 'Pause Bookshop?' })).toContainText(
    'It can be restored at any time',
  )
  await confirm(page, 'Pause project')
  await untilStatus(api, ref, 'INACTIVE')
  expect((await query(api, ref, 'select 1')).body).toMatchObject({ code: 'WRONG_PROJECT_STATUS' })

  // its home says so; settings stay reachable while it is paused, its other pages do not
  await expect(page.getByRole('heading', { name: 'Bookshop is paused' })).toBeVisible()
  await page.goto(`/project/${ref}/settings/general`)
  await expect(page.getByRole('heading', { name: 'General' })).toBeVisible()
  await page.goto(`/project/${ref}/sql`)
  await expect(page.getByRole('heading', { name: 'Bookshop is paused' })).toBeVisible()
  await page.getByRole('button', { name: 'Download backups' }).click()
  const downloading = page.waitForEvent('download')
  await page
    .getByRole('button', { name: /^Download the backup of/ })
    .first()
    .click()
  expect((await downloading).suggestedFilename()).toMatch(/^Bookshop-.*-pause\.sql$/)

  await page.getByRole('button', { name: 'Restore project' }).click()
  await confirm(page, 'Restore')
  await expect(page.getByRole('heading', { name: 'Restoration complete' })).toBeVisible()
  await page.getByRole('button', { name: 'Return to project' }).click()
  await expect(page.getByRole('heading', { name: 'Restoration complete' })).toHaveCount(0)
  expect(await titles(api, ref)).toEqual([{ title: 'Emma' }])
})

test('a deleted project asks why, goes to its organization, and comes back from there', async ({
  page,
  as,
  world,
  project,
}) => {
  const { api, organization } = world
  const { ref, name } = project
  await query(api, ref, "create table books as select 'Emma' as title")
  await as('owner')
  await page.goto(`/org/${organization.slug}`)
  await expect(page.getByText(name).first()).toBeVisible()
  await page.goto(`/project/${ref}/settings/general`)
  await page.getByRole('button', { name: 'Delete project' }).click()
  const dialog = page.getByRole('dialog', { name: `Confirm deletion of ${name}` })
  const remove = dialog.getByRole('button', { name: 'Delete this project' })
  const typed = dialog.getByPlaceholder('The project’s name')
  await typed.fill('something else')
  await remove.click()
  await expect(dialog.getByText('Value entered does not match')).toBeVisible()
  await typed.fill(name)
  await remove.click()
  // a paid plan: leaving without a word is not offered
  await expect(
    dialog.getByText('Please select a reason for deleting your project').first(),
  ).toBeVisible()
  await expect(dialog.getByRole('radio').first()).toBeFocused()
  const reasons = await dialog.getByRole('radio').all()
  expect(reasons).toHaveLength(11)
  await expect(dialog.getByRole('radio').last()).toHaveAccessibleName(/None of these/)
  await dialog.getByRole('radio', { name: 'It costs too much' }).click()
  await dialog.getByLabel('What would be a fair price?').fill('Half of it')
  await remove.click()
  await expect(page.getByText(`Successfully deleted ${name}`, { exact: true })).toBeVisible()
  await expect(page).toHaveURL(new RegExp(`/org/${organization.slug}$`))
  // on its way out it still says so; then it is absent
  await expect.poll(async () => (await query(api, ref, 'select 1')).status).toBe(404)

  await page.getByRole('button', { name: `Bring back ${name}` }).click()
  await expect.poll(() => titles(api, ref)).toEqual([{ title: 'Emma' }])
})

test('a backup is taken, and brings back what was deleted after it', async ({
  page,
  as,
  world,
  project,
}) => {
  const { api } = world
  const { ref, name } = project
  await query(api, ref, "create table books as values ('Emma'), ('Persuasion')")
  await query(api, ref, 'alter table books rename column1 to title')
  await as('owner')
  await page.goto(`/project/${ref}/database/backups/scheduled`)
  await page.getByRole('button', { name: 'Take a backup now' }).click()
  const taken = page.getByRole('row').filter({ hasText: 'On request' })
  await expect(taken).toHaveCount(1)
  await query(api, ref, 'delete from books')
  expect(await titles(api, ref)).toEqual([])

  await taken.getByRole('button', { name: /^Actions for the backup/ }).click()
  await page.getByRole('menuitem', { name: 'Restore…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore this backup' })
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: 'Restore this backup' }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => titles(api, ref)).toEqual([{ title: 'Emma' }, { title: 'Persuasion' }])
})

const FAULTS = [
  'pause.stop:fail-once@Stubborn',
  'restore_backup.rebuild:fail@Damaged',
  'resize.start:fail-once@Damaged',
]

test('a pause, a restore and a resize that fail say so, and go on from there', async ({ page }) => {
  const dataDir = await dataFolder()
  const platform = await startPlatform({ dataDir, env: { PLINTH_FAULTS: FAULTS.join(',') } })
  const api = await claimOwner(platform)
  const made = await api.must('POST', '/v1/organizations', { name: 'Acme', plan: 'team' })
  const slug = String(made['slug'])
  const at = (path: string) => new URL(path, platform.url).href
  const session = await page.request.post(at('/platform/auth/sign-in'), {
    data: { email: emailOf('owner'), password: 'correct-horse-battery' },
  })
  expect(session.status()).toBe(200)

  const stubborn = await makeProject(api, slug, 'Stubborn')
  await api.must('POST', `/platform/projects/${stubborn}/pause`, {})
  await page.goto(at(`/project/${stubborn}`))
  await expect(
    page.getByRole('heading', { name: 'Something went wrong while pausing your project' }),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Stubborn is paused' })).toBeVisible()

  const window = '**/pause/status'
  await page.route(window, (route) => route.abort())
  await page.reload()
  await expect(page.getByText('Failed to retrieve pause status').first()).toBeVisible()
  await page.unroute(window)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('It can be restored at any time').first()).toBeVisible()

  const damaged = await makeProject(api, slug, 'Damaged')
  await query(api, damaged, "create table books as select 'Emma' as title")
  const backups = `/platform/database/${damaged}/backups`
  await api.must('POST', backups, {})
  const list = async () => (await api.must('GET', backups))['backups']
  await expect.poll(list).toContainEqual(expect.objectContaining({ reason: 'requested' }))
  // said by the contract
  const [newest] = (await list()) as { id: string }[]
  await page.goto(at(`/project/${damaged}`))
  await api.must('POST', `${backups}/restore`, { id: newest?.id })
  await expect(
    page.getByRole('heading', { name: 'Something went wrong while restoring your project' }),
  ).toBeVisible()
  await expect(page.getByText('still has what it held before the restore')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute(
    'href',
    `/support/new?ref=${damaged}&category=operation&subject=Restore+a+backup+of+Damaged+failed`,
  )
  await page.getByRole('button', { name: 'Start it as it was' }).click()
  await untilStatus(api, damaged, 'ACTIVE_HEALTHY')
  expect(await titles(api, damaged)).toEqual([{ title: 'Emma' }])

  await page.getByRole('button', { name: 'Return to project' }).click()
  await api.must('POST', `/platform/projects/${damaged}/resize`, { desired_instance_size: 'small' })
  await expect(page.getByRole('heading', { name: 'Damaged could not be resized' })).toBeVisible()
  await expect(page.getByText('The project has the size it had before.')).toBeVisible()
  await page.getByRole('button', { name: 'Return to project' }).click()
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByText('2 GB memory, 90 connections')).toBeVisible()

  await platform.stop()
  await removeFolder(dataDir)
})
