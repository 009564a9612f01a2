import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type Api, query, untilStatus } from './api.ts'
import { expect, test } from './fixtures.ts'

// where one does not live by UTC the zone has to be right, or one goes back hours too far
test.use({ timezoneId: 'America/New_York' })

const titles = async (api: Api, ref: string) =>
  (await query(api, ref, 'select title from books order by title')).body

async function takeBackup(api: Api, ref: string) {
  await api.must('POST', `/platform/database/${ref}/backups`, {})
  const newest = async () => {
    const answer = await api.call('GET', `/platform/projects/${ref}/operations?limit=1`)
    return JSON.stringify(answer.body)
  }
  await expect.poll(newest).toMatch(/"kind":"backup","status":"succeeded"/)
}

/** A whole second after everything so far and before everything that follows. */
async function secondBetween(): Promise<Date> {
  const atMs = Math.ceil((Date.now() + 50) / 1000) * 1000
  await sleep(atMs + 50 - Date.now())
  return new Date(atMs)
}

/** As somebody in New York reads it off a clock. */
const inNewYork = (moment: Date) =>
  moment.toLocaleString('sv', { timeZone: 'America/New_York' }).replace(' ', 'T')

async function goBackTo(page: Page, moment: Date, name: string) {
  await page.getByLabel('Restore to', { exact: true }).fill(inNewYork(moment))
  await page.getByRole('button', { name: 'Review the restore' }).click()
  const dialog = page.getByRole('dialog', { name: 'Restore to a point in time' })
  await expect(dialog).toContainText(`${moment.toISOString().slice(11, 19)} UTC`)
  await dialog.getByRole('textbox').fill(name)
  await dialog.getByRole('button', { name: 'Restore the database' }).click()
  await expect(page.getByRole('heading', { name: 'Restoration complete' })).toBeVisible()
  await page.getByRole('button', { name: 'Return to project' }).click()
}

test('a database goes back to a second, and forward again to what it held before', async ({
  page,
  as,
  world: { api },
  project: { ref, name },
}) => {
  await api.must('POST', `/platform/projects/${ref}/resize`, { desired_instance_size: 'small' })
  await untilStatus(api, ref, 'ACTIVE_HEALTHY')
  const addon = { addon_type: 'pitr', addon_variant: 'pitr_7' }
  await api.must('POST', `/platform/projects/${ref}/billing/addons`, addon)
  await takeBackup(api, ref)
  await query(api, ref, "create table books as select 'Emma' as title")
  const emma = await secondBetween()
  await query(api, ref, "update books set title = 'Persuasion'")
  // which archives everything up to now: what is not archived yet cannot be chosen
  await takeBackup(api, ref)

  await as('owner')
  const address = `/project/${ref}/database/backups/pitr`
  await page.goto(address)
  const moment = page.getByLabel('Restore to', { exact: true })
  await page.getByRole('button', { name: 'Review the restore' }).click()
  await expect(page.getByText('Enter a date and a time, to the second')).toBeVisible()
  await moment.fill('2020-01-01T00:00:00')
  await expect(page.getByText('The backups do not reach back this far')).toBeVisible()
  await moment.fill(inNewYork(emma))
  await page.getByRole('radio', { name: 'UTC' }).click()
  await expect(moment).toHaveValue(emma.toISOString().slice(0, 19))
  await page.getByRole('radio', { name: /New_York/ }).click()

  await page.getByRole('button', { name: 'Restore to a new project' }).click()
  const copying = page.getByRole('dialog', { name: 'Restore to a new project' })
  await copying.getByLabel('Name of the new project').fill('Emma alone')
  await copying.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByRole('heading', { name: 'Emma alone' })).toBeVisible()
  const copy = /project\/([a-z]+)/.exec(page.url())?.[1] ?? ''
  expect(copy).not.toBe(ref)
  await untilStatus(api, copy, 'ACTIVE_HEALTHY')
  expect(await titles(api, copy)).toEqual([{ title: 'Emma' }])
  expect(await titles(api, ref)).toEqual([{ title: 'Persuasion' }])
  await api.must('DELETE', `/v1/projects/${copy}`)

  // the safety point: what was written last of all, and has not been archived by then
  await query(api, ref, "update books set title = 'Sanditon'")
  const last = await secondBetween()
  await page.goto(address)
  await goBackTo(page, emma, name)
  expect(await titles(api, ref)).toEqual([{ title: 'Emma' }])
  await page.goto(address)
  await goBackTo(page, last, name)
  expect(await titles(api, ref)).toEqual([{ title: 'Sanditon' }])
})

test('the newest backup is tried out, and the page says when and with what result', async ({
  page,
  as,
  world: { api },
  project: { ref },
}) => {
  await as('owner')
  await page.goto(`/project/${ref}/database/backups/scheduled`)
  await expect(page.getByRole('button', { name: 'Verify now' })).toBeDisabled()
  await expect(page.getByText('Not yet')).toBeVisible()
  await takeBackup(api, ref)
  await expect(page.getByRole('row', { name: /On request/ })).toBeVisible()
  await page.getByRole('button', { name: 'Verify now' }).click()
  await expect(
    page.getByText('The newest backup was restored and checked', { exact: true }),
  ).toBeVisible()
  await expect(page.getByText('Passed', { exact: true })).toBeVisible()
  await expect(page.getByRole('row', { name: /Verified/ })).toBeVisible()
  await expect(page.getByText('This project stores no files.')).toBeVisible()
  await page.getByRole('button', { name: 'Create archive' }).click()
  await expect(
    page.getByText('Failed to create storage archive: This project stores no files', {
      exact: true,
    }),
  ).toBeVisible()
})
