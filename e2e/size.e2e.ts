import type { Page } from '@playwright/test'
import { type Api, query, untilStatus } from './api.ts'
import { expect, test } from './fixtures.ts'

const parameters = async (api: Api, ref: string) => {
  const sql = `select current_setting('shared_buffers') as memory,
    current_setting('max_connections') as connections`
  return (await query(api, ref, sql)).body
}

const resize = async (api: Api, ref: string, size: string) => {
  await api.must('POST', `/platform/projects/${ref}/resize`, { desired_instance_size: size })
  await untilStatus(api, ref, 'ACTIVE_HEALTHY')
}

const review = async (page: Page) => {
  await page.getByRole('button', { name: 'Review changes' }).click()
  return page.getByRole('dialog', { name: 'Review the changes' })
}

test('a larger size is told with its price and its interruption, and is real', async ({
  page,
  as,
  world: { api },
  project: { ref },
}) => {
  await as('owner')
  await page.goto(`/project/${ref}/settings/compute-and-disk`)
  expect(await parameters(api, ref)).toEqual([{ memory: '128MB', connections: '60' }])
  await page.getByRole('radio', { name: /^Small/ }).click()
  const dialog = await review(page)
  await expect(dialog).toContainText('Compute sizeMicroSmall')
  await expect(dialog.getByRole('row', { name: /Together/ })).toHaveText('Together$9.68$14.83')
  await expect(dialog).toContainText('cannot be reached for some seconds')
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await expect(page.getByRole('radio', { name: /^Small, as it is now/ })).toBeVisible()
  expect(await parameters(api, ref)).toEqual([{ memory: '256MB', connections: '90' }])
})

test('a disk follows its rules, changes once, and then rests for six hours', async ({
  page,
  as,
  world: { api },
  project: { ref },
}) => {
  await as('owner')
  const address = `/project/${ref}/settings/compute-and-disk`
  const late = await page.context().newPage()
  await late.goto(address)
  await page.goto(address)
  const [size, iops] = [page.getByLabel('Size', { exact: true }), page.getByLabel('IOPS')]
  await size.fill('4')
  await expect(page.getByText('A disk cannot shrink: it has 8 GB now')).toBeVisible()
  await size.fill('10')
  await iops.fill('4000')
  await expect(page.getByText('Micro compute cannot use more than 3,000 IOPS')).toBeVisible()
  await iops.fill('3000')
  await page.getByRole('radio', { name: /^io2/ }).click()
  await expect(page.getByText('With io2 the throughput follows from the IOPS.')).toBeVisible()
  await page.getByRole('radio', { name: /^gp3/ }).click()
  const dialog = await review(page)
  await expect(dialog).toContainText('Disk size8 GB10 GB')
  await expect(dialog).toContainText('cannot be changed again for 6 hours')
  await dialog.getByRole('button', { name: 'Apply changes' }).click()
  await expect(page.getByText('Updated disk attributes', { exact: true })).toBeVisible()
  await expect(page.getByText(/The disk can be changed again in 6 hours/)).toBeVisible()
  await expect(size).toBeDisabled()
  await expect(page.getByText(/of 10 GB/)).toBeVisible()
  expect(await api.must('GET', `/platform/projects/${ref}/disk`)).toMatchObject({
    attributes: { type: 'gp3', size_gb: 10, iops: 3000, throughput_mbps: 125 },
  })

  // somebody who had the form open all the while
  await late.getByLabel('Size', { exact: true }).fill('12')
  await (await review(late)).getByRole('button', { name: 'Apply changes' }).click()
  await expect(
    late.getByText(
      'Failed to update disk attributes: The disk was changed less than six hours ago',
      { exact: true },
    ),
  ).toBeVisible()
})

test('the address opens an add-on, which comes, works and goes', async ({
  page,
  as,
  world: { api },
  project: { ref },
}) => {
  await as('owner')
  await page.goto(`/project/${ref}/database/backups/pitr`)
  await page.getByRole('link', { name: 'Enable add on' }).click()
  await expect(page).toHaveURL(/settings\/addons\?panel=pitr&source=pitr$/)
  const panel = page.getByRole('dialog', { name: 'Point-in-time restore' })
  await expect(panel).toContainText('It needs at least Small compute')
  await panel.getByRole('link', { name: 'Change the compute size' }).click()
  await expect(page).toHaveURL(/settings\/compute-and-disk$/)

  await resize(api, ref, 'small')
  await page.goto(`/project/${ref}/settings/addons?panel=pitr`)
  await panel.getByRole('radio', { name: /^14 days/ }).click()
  await panel.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByText('Point-in-time restore: enabled', { exact: true })).toBeVisible()
  await expect(page).toHaveURL(/settings\/addons$/)
  const section = page.getByRole('region', { name: 'Point-in-time restore' })
  await expect(section).toContainText('14 daysEnabled')
  await page.goto(`/project/${ref}/database/backups/pitr`)
  await expect(page.getByText('There is no backup yet')).toBeVisible()

  await page.goto(`/project/${ref}/settings/addons?panel=pitr`)
  await panel.getByRole('radio', { name: /^No point-in-time restore/ }).click()
  await expect(panel).toContainText('can only be put back to a backup')
  await panel.getByRole('button', { name: 'Remove add-on' }).click()
  await expect(section).toContainText('Not enabled')
  await page.goto(`/project/${ref}/database/backups/pitr`)
  await expect(page.getByText('Point-in-time restore is not enabled')).toBeVisible()
})

test('a developer reads sizes and add-ons, and is told who may change them', async ({
  page,
  as,
  world: { api },
  project: { ref },
}) => {
  await resize(api, ref, 'small')
  await as('developer')
  await page.goto(`/project/${ref}/settings/compute-and-disk`)
  await expect(
    page.getByText('You need additional permissions to change compute and disk').first(),
  ).toBeVisible()
  await expect(page.getByRole('radio', { name: /^Micro/ })).toBeDisabled()
  await expect(page.getByLabel('Size', { exact: true })).toBeDisabled()
  await page.goto(`/project/${ref}/settings/addons?panel=custom_domain`)
  await expect(page.getByRole('dialog', { name: 'Custom domain' })).toContainText(
    'Projects here answer at the address of the gateway only',
  )
  await page.goto(`/project/${ref}/settings/addons?panel=pitr`)
  const panel = page.getByRole('dialog', { name: 'Point-in-time restore' })
  await panel.getByRole('radio').last().click()
  await panel.getByRole('button', { name: 'Confirm' }).focus()
  await expect(
    page.getByText('You need additional permissions to amend subscriptions').first(),
  ).toBeVisible()
})
