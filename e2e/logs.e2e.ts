import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'

/** Requests to a project's data API; without a key unless one is given. */
async function callerOf(api: Api, ref: string) {
  const { restUrl } = await api.must('GET', `/platform/projects/${ref}`)
  return (path: string, key = '') =>
    fetch(new URL(path, String(restUrl)), { headers: { apikey: key } })
}

async function anonKey(api: Api, ref: string): Promise<string> {
  const { body } = await api.call('GET', `/v1/projects/${ref}/api-keys`)
  // the list of the management API
  const keys = body as unknown as { name: string; api_key: string }[]
  return keys.find(({ name }) => name === 'anon')?.api_key ?? ''
}

const runSql = (api: Api, ref: string, query: string) =>
  api.call('POST', `/platform/pg-meta/${ref}/query`, { query })

const faultsOf = async (page: Page) =>
  (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])

test.beforeEach(async ({ as }) => {
  await as('owner')
})

test('a person follows what happens to a project', async ({ page, project, world }) => {
  const { api } = world
  const { ref } = project
  const ask = await callerOf(api, ref)
  await page.goto(`/project/${ref}/logs/of-nothing`)
  await expect(page.getByText('There is nothing at this address')).toBeVisible()
  await page.goto(`/project/${ref}`)
  await page.getByRole('link', { name: 'Logs' }).click()
  await expect(page.getByRole('heading', { name: 'API Gateway' })).toBeVisible()
  await expect(page.getByText('No requests yet')).toBeVisible()

  // what happens while the page is open comes in by itself
  const rows = page.getByRole('listbox', { name: 'API Gateway logs' }).getByRole('option')
  await ask('refused')
  await expect(rows).toHaveText([/401.*GET \/rest\/refused/])
  await ask('?select=x', await anonKey(api, ref))
  await expect(rows).toHaveCount(2)

  await page.getByRole('button', { name: 'Pause' }).click()
  await ask('unseen')
  await expect(rows).toHaveCount(2)
  await page.getByRole('button', { name: 'Follow' }).click()
  await expect(rows.first()).toContainText('/rest/unseen')

  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('checkbox', { name: '2xx Success' }).click()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/status=2xx/)
  await page.getByRole('searchbox').fill('refused')
  await expect(page.getByText('No rows match')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(rows).toHaveCount(3)

  // by the keyboard alone, and back to where one was
  await page.getByRole('listbox').focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Enter')
  const row = page.getByRole('dialog')
  await expect(row.getByText('"path": "/refused"')).toBeVisible()
  await expect(row.getByRole('button', { name: 'Copy as JSON' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(row).toBeHidden()

  await runSql(api, ref, 'select * from no_such_table')
  await page.getByRole('link', { name: 'Postgres', exact: true }).click()
  await page.getByRole('searchbox').fill('no_such_table')
  await expect(page.getByRole('option')).toHaveText([/ERROR.*"no_such_table" does not exist/])
})

test('the explorer asks in SQL, says what it does not know, and keeps what one writes', async ({
  page,
  project,
  world,
}) => {
  const { ref } = project
  const ask = await callerOf(world.api, ref)
  await ask('first')
  await page.goto(`/project/${ref}/logs/explorer`)
  const editor = page.getByRole('textbox', { name: 'Query over logs' })
  const write = async (sql: string) => {
    await editor.focus()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.insertText(sql)
  }
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('menuitem', { name: 'Errors by path' }).click()
  await expect(editor).toContainText('group by path, status_code')
  await page.getByRole('button', { name: 'Run' }).click()
  await expect(page.getByRole('gridcell', { name: '/first' })).toBeVisible()
  expect(await faultsOf(page)).toEqual([])
  await page.getByRole('radio', { name: 'Chart' }).click()
  await expect(page.getByRole('slider', { name: 'status_code by path, 1 bar' })).toBeVisible()

  // the address is the query: somebody else sees the same
  await page.reload()
  await expect(page.getByRole('gridcell', { name: '/first' })).toBeVisible()

  await write("select path from edge_logs where path ilike '%a%'")
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(
    page.getByText('BigQuery does not support ILIKE. Use REGEXP_CONTAINS instead.'),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Read what to write instead' }).click()
  await expect(page.getByRole('dialog').getByText('regexp_contains(text, pattern)')).toBeVisible()
  await page.keyboard.press('Escape')
  await write('with a as (select 1) select * from a')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(
    page.getByText('The parser does not yet support WITH and subquery statements.'),
  ).toBeVisible()
  await write("select count(*) from edge_logs where regexp_contains(path, 'FIR|first')")
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('gridcell', { name: '1', exact: true }).last()).toBeVisible()

  await page.getByRole('button', { name: 'Save query' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('How many')
  await page.getByRole('dialog').getByRole('button', { name: 'Save query' }).click()
  const saved = page.getByRole('link', { name: 'How many' })
  await expect(saved).toBeVisible()
  await page.getByRole('button', { name: 'Recent' }).click()
  await page.getByRole('menuitem', { name: 'with a as' }).click()
  await expect(editor).toContainText('with a as')
  await saved.click()
  await expect(editor).toContainText('FIR|first')
  await page.getByRole('button', { name: 'Delete How many' }).click()
  await page.getByRole('button', { name: 'Delete query' }).click()
  await expect(saved).toBeHidden()
})

test('logs stay within reach while the project is paused, and on a phone', async ({
  page,
  project,
  world,
}) => {
  const { ref } = project
  const ask = await callerOf(world.api, ref)
  await ask('before')
  await world.api.must('POST', `/platform/projects/${ref}/pause`, {})
  await page.setViewportSize({ width: 360, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`/project/${ref}/logs/edge-logs`)
  await expect(page.getByRole('option')).toContainText('/rest/before')
  expect(await faultsOf(page)).toEqual([])
  const overflow = () => page.evaluate('document.documentElement.scrollWidth')
  expect(await overflow()).toBeLessThanOrEqual(360)
  await page.goto(`/project/${ref}/logs/explorer`)
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
  expect(await overflow()).toBeLessThanOrEqual(360)
})
