import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { untilStatus } from './api.ts'
import { expect, test } from './fixtures.ts'

const PASSWORD = 'a long enough password'

/** As any client of the project's owner: over TCP, with the password that was just set. */
async function connection(url: string, ssl: pg.ClientConfig['ssl']): Promise<string> {
  const { hostname, port } = new URL(url.replace('[YOUR-PASSWORD]', 'x'))
  const client = new pg.Client({
    host: hostname,
    port: Number(port),
    user: 'postgres',
    database: 'postgres',
    password: PASSWORD,
    ssl,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ max_connections: string }>('show max_connections')
    return `${rows[0]?.max_connections} connections`
  } catch (error) {
    return error instanceof Error ? error.message : 'failed'
  } finally {
    await client.end()
  }
}

test('an owner sets the password, demands encryption, names addresses and raises the limit', async ({
  page,
  as,
  world,
  project,
}) => {
  await as('owner')
  await page.goto(`/project/${project.ref}/database/settings`)
  const { api } = world
  const { connectionString } = await api.must('GET', `/platform/projects/${project.ref}`)
  const connects = (ssl: pg.ClientConfig['ssl']) => connection(String(connectionString), ssl)

  await page.getByRole('button', { name: 'Reset database password' }).click()
  const password = page.getByLabel('New password')
  await password.fill('short')
  await page.getByRole('button', { name: 'Reset password', exact: true }).click()
  await expect(page.getByText('Use at least 12 characters').first()).toBeVisible()
  await password.fill(PASSWORD)
  await page.getByRole('button', { name: 'Reset password', exact: true }).click()
  await expect(page.getByText('The database has its new password', { exact: true })).toBeVisible()
  expect(await connects(false)).toBe('60 connections')

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download certificate' }).click()
  const ca = await readFile(await (await downloading).path(), 'utf8')
  await page.getByRole('switch', { name: 'Enforce SSL on incoming connections' }).click()
  await page.getByRole('button', { name: 'Enforce SSL', exact: true }).click()
  await expect(
    page.getByText('Only encrypted connections are let in now', { exact: true }),
  ).toBeVisible()
  expect(await connects(false)).toContain('no encryption')
  expect(await connects({ ca })).toBe('60 connections')

  await page.getByText('Only these').click()
  const ranges = page.getByLabel('Allowed addresses')
  await ranges.fill('203.0.113.5/24')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText(/203\.0\.113\.5\/24: This address has bits/)).toBeVisible()
  await ranges.fill('203.0.113.0/24')
  await page.getByRole('button', { name: 'Apply' }).click()
  const asked = page.getByRole('dialog')
  await expect(asked).toContainText('Only connections from one range are let in')
  await asked.getByRole('button', { name: 'Apply' }).click()
  await expect(page.getByText('Network restrictions are in force', { exact: true })).toBeVisible()
  expect(await connects({ ca })).toContain('no pg_hba.conf entry')
  // the platform's own ways in are open: the project still answers
  const rows = await api.must('POST', `/v1/projects/${project.ref}/database/query`, {
    query: 'select 1 as one',
  })
  expect(rows).toEqual([{ one: 1 }])
  await page.getByRole('button', { name: 'Add it' }).click()
  await page.getByRole('button', { name: 'Apply' }).click()
  await asked.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => connects({ ca })).toBe('60 connections')
  // the server has it before its answer is here, and while the dialog stands it takes what is typed
  await expect(asked).toHaveCount(0)

  const limit = page.getByLabel('Maximum connections')
  await limit.fill('5000')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Enter a whole number from 20 to 128')).toBeVisible()
  await limit.fill('80')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save and restart' }).click()
  await expect(page.getByLabel('Maximum connections')).toHaveValue('80')
  await untilStatus(api, project.ref, 'ACTIVE_HEALTHY')
  await expect.poll(() => connects({ ca })).toBe('80 connections')
})

test('a reader sees the settings and is told who may change them', async ({
  page,
  as,
  project,
}) => {
  await as('read_only')
  await page.goto(`/project/${project.ref}/database/settings`)
  const enforce = page.getByRole('switch', { name: 'Enforce SSL on incoming connections' })
  await enforce.focus()
  await expect(
    page.getByText('You need additional permissions to change database settings').first(),
  ).toBeVisible()
  await enforce.press('Space')
  await expect(enforce).not.toBeChecked()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})
