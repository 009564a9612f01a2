import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

/** The editor as a person uses it. */
function editorOf(page: Page) {
  const text = page.getByRole('textbox', { name: 'SQL query' })
  const menu = page.getByRole('navigation', { name: 'Saved queries' })
  return {
    text,
    menu,
    results: page.getByRole('region', { name: 'Results' }),
    tabs: page.getByRole('tab'),
    saving: page.getByRole('toolbar', { name: 'Query' }).getByRole('status'),
    open: async (ref: string) => {
      await page.goto(`/project/${ref}/sql`)
      await text.waitFor()
    },
    /** In place of what is there, in one go as from the clipboard. */
    write: async (sql: string) => {
      await text.focus()
      await page.keyboard.press('ControlOrMeta+a')
      await page.keyboard.press('Delete')
      await page.keyboard.insertText(sql)
    },
    run: () => page.keyboard.press('ControlOrMeta+Enter'),
    act: async (query: string, action: string) => {
      await page.getByRole('button', { name: `Actions for ${query}` }).click()
      await page.getByRole('menuitem', { name: action }).click()
    },
  }
}

test.beforeEach(async ({ as }) => {
  await as('owner')
})

test('a newcomer begins with an offered query and sees its rows', async ({ page, project }) => {
  const editor = editorOf(page)
  await editor.open(project.ref)
  await page.getByRole('button', { name: 'A first table' }).click()
  await expect(editor.text).toContainText('create table if not exists public.todos')
  await editor.run()
  await expect(editor.tabs).toHaveText([
    /^Result 1 · CREATE TABLE · /,
    /^Result 2 · ALTER TABLE · /,
    /^Result 3 · INSERT · /,
    /^Result 4 · 3 rows · /,
  ])
  await expect(page.getByRole('gridcell', { name: 'Write a query' })).toBeVisible()
  await editor.tabs.nth(2).click()
  await expect(editor.results.getByText('3 rows inserted')).toBeVisible()
})

test('every offered query runs on a new project', async ({ page, project }) => {
  const editor = editorOf(page)
  await editor.open(project.ref)
  const starters = editor.results.getByRole('listitem').getByRole('button')
  const count = await starters.count()
  expect(count).toBeGreaterThan(2)
  for (let index = 0; index < count; index += 1) {
    // the offer stands where nothing has run, so each one gets a page of its own
    await page.evaluate(() => sessionStorage.clear())
    await editor.open(project.ref)
    await starters.nth(index).click()
    await editor.run()
    await expect(editor.tabs.first()).toHaveText(/^Result 1 · /)
    await expect(page.getByRole('tab', { name: 'Error' })).toHaveCount(0)
    await editor.write('')
  }
})

test('a new query is saved under the hands of its writer, and found again', async ({
  page,
  project,
}) => {
  const editor = editorOf(page)
  await editor.open(project.ref)
  await editor.write('-- Boats in the harbour\nselect 1')
  await page.keyboard.press('ControlOrMeta+s')
  await page.waitForURL(/\/sql\/[0-9a-f-]{36}$/)
  // neither the text nor the focus is lost to the new address
  await page.keyboard.insertText(' as one')
  await expect(editor.text).toHaveText('-- Boats in the harbourselect 1 as one')
  await expect(editor.saving).toHaveText('Saved')
  await expect(page).toHaveTitle(/^Boats in the harbour \| SQL Editor \| /)

  await page.reload()
  await expect(editor.text).toHaveText('-- Boats in the harbourselect 1 as one')
  await expect(editor.menu.getByRole('link', { name: 'Boats in the harbour' })).toHaveAttribute(
    'aria-current',
    'page',
  )

  await page.getByRole('button', { name: 'Rename query Boats in the harbour' }).click()
  await page.getByRole('textbox', { name: 'Name of the query' }).fill('Moored boats')
  await page.keyboard.press('Enter')
  await expect(editor.menu.getByRole('link')).toHaveText(['Moored boats'])
})

test('saved queries are copied, renamed, searched and deleted', async ({
  page,
  project,
  world,
}) => {
  const editor = editorOf(page)
  const id = crypto.randomUUID()
  await editor.open(project.ref)
  const saved = await page.request.put(`/platform/projects/${project.ref}/content/${id}`, {
    data: { name: 'Tides', sql: 'select 7 as tide' },
  })
  expect(saved.status()).toBe(200)
  await page.goto(`${world.platform.url}/project/${project.ref}/sql/${id}`)
  await expect(editor.text).toHaveText('select 7 as tide')

  await editor.act('Tides', 'Duplicate')
  await expect(editor.menu.getByRole('link')).toHaveText(['Tides (copy)', 'Tides'])
  await expect(page).not.toHaveURL(new RegExp(id))

  await editor.act('Tides (copy)', 'Rename')
  await page.getByRole('textbox', { name: 'Name' }).fill('')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await expect(page.getByText('Enter a name for the query')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Currents')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename query Currents' })).toBeVisible()

  const search = page.getByRole('searchbox', { name: 'Search saved queries' })
  await search.fill('tide')
  // by name or by text: the copy still has the word in its text
  await expect(editor.menu.getByRole('link')).toHaveCount(2)
  await search.fill('curr')
  await expect(editor.menu.getByRole('link')).toHaveText(['Currents'])

  await editor.act('Currents', 'Delete')
  await page.getByRole('button', { name: 'Delete query' }).click()
  await page.waitForURL(/\/sql$/)
  await expect(editor.menu.getByText('No saved query has "curr"')).toBeVisible()
  await search.fill('')
  await expect(editor.menu.getByRole('link')).toHaveText(['Tides'])
})

test('an address of no query says so', async ({ page, project }) => {
  await page.goto(`/project/${project.ref}/sql/${crypto.randomUUID()}`)
  await expect(page.getByText('This query does not exist')).toBeVisible()
  await page.goto(`/project/${project.ref}/sql/nonsense`)
  await expect(page.getByText('This query does not exist')).toBeVisible()
})

test('what is typed into a new query survives a reload', async ({ page, project }) => {
  const editor = editorOf(page)
  await editor.open(project.ref)
  await editor.write('select 42 -- not saved')
  await page.reload()
  await expect(editor.text).toHaveText('select 42 -- not saved')
})

test('an error leaves the results before it and is marked where it stands', async ({
  page,
  project,
}) => {
  const editor = editorOf(page)
  await editor.open(project.ref)
  await editor.write(`select '😀ü' as smile;\nselect nme from pg_settings;\nselect 3`)
  await editor.run()
  await expect(editor.tabs).toHaveText([/^Result 1 · 1 row · /, 'Error'])
  const error = editor.results.getByRole('alert')
  await expect(error).toContainText('ERROR: column "nme" does not exist')
  await expect(error).toContainText('statement 2 · line 2, column 8')
  await expect(error).toContainText('42703')
  await expect(error).toContainText('pg_settings.name')
  // the mark has no role: it is an underline in the text
  await expect(page.locator('.cm-lintRange-error')).toHaveText('nme')
  await editor.tabs.first().click()
  await expect(page.getByRole('gridcell', { name: '😀ü' })).toBeVisible()
  await editor.text.click()
  await page.keyboard.press('ControlOrMeta+End')
  await page.keyboard.insertText(' ')
  await expect(page.locator('.cm-lintRange-error')).toHaveCount(0)
})

test('only the selection runs, and its error stands in the whole text', async ({
  page,
  project,
}) => {
  const editor = editorOf(page)
  await editor.open(project.ref)
  await editor.write('select 1;\n\n-- ünï 😀\nselect nope from pg_class')
  await expect(page.getByRole('button', { name: 'Run', exact: true })).toBeVisible()
  await page.keyboard.press('Shift+Home')
  await page.getByRole('button', { name: 'Run selection' }).click()
  await expect(editor.tabs).toHaveText(['Error'])
  await expect(editor.results.getByRole('alert')).toContainText('line 4, column 8')
  await expect(page.locator('.cm-lintRange-error')).toHaveText('nope')
})

test('cancelling ends the query in the database', async ({ page, project, world }) => {
  const editor = editorOf(page)
  await editor.open(project.ref)
  await editor.write('select pg_sleep(40)')
  await editor.run()
  await expect(page.getByRole('timer')).toHaveText(/^Running for \d/)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(editor.results.getByText(/^Cancelled after \d/)).toBeVisible()
  const sleeping = `select count(*)::int as n from pg_stat_activity
    where query like 'select pg_sleep%' and state = 'active'`
  await expect
    .poll(async () => {
      const path = `/v1/projects/${project.ref}/database/query`
      return (await world.api.call('POST', path, { query: sleeping })).body
    })
    .toEqual([{ n: 0 }])
})

test('a running query is not left by accident', async ({ page, project }) => {
  const editor = editorOf(page)
  await editor.open(project.ref)
  await editor.write('select pg_sleep(40)')
  await editor.run()
  await expect(page.getByRole('timer')).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Stay' }).click()
  await expect(page).toHaveURL(/\/sql$/)
  await expect(page.getByRole('timer')).toBeVisible()
  await page.getByRole('link', { name: 'Home', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL(new RegExp(`/project/${project.ref}/?$`))
})

test('what destroys is named before it runs', async ({ page, project }) => {
  const editor = editorOf(page)
  await editor.open(project.ref)
  await editor.write('create table boats as select generate_series(1, 5) as id')
  await editor.run()
  await expect(editor.tabs).toHaveText([/^Result 1 · SELECT · /])

  await editor.write('delete from boats; drop table if exists piers cascade')
  await editor.run()
  const dialog = page.getByRole('dialog', { name: 'Run this query?' })
  await expect(dialog.getByRole('listitem')).toHaveText([
    'Deletes every row of boats',
    'Drops table piers and everything that depends on it',
  ])
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await editor.write('select count(*) from boats')
  await editor.run()
  await expect(page.getByRole('gridcell', { name: '5' })).toBeVisible()

  await editor.write('delete from boats')
  await editor.run()
  await dialog.getByRole('button', { name: 'Run query' }).click()
  await expect(editor.results.getByText('5 rows deleted')).toBeVisible()
})

test('the row limit is kept, and a result says when it ends early', async ({ page, project }) => {
  const editor = editorOf(page)
  await editor.open(project.ref)
  await editor.write('select g from generate_series(1, 700) g')
  await editor.run()
  await expect(editor.tabs.first()).toHaveText(/^Result 1 · 100\+ rows · /)
  await expect(
    editor.results.getByText('Only the first 100 rows. Raise the row limit to see more.'),
  ).toBeVisible()
  await page.getByRole('combobox', { name: 'Row limit' }).click()
  await page.getByRole('option', { name: '1000 rows' }).click()
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Row limit' })).toHaveText('1000 rows')
  await editor.text.click()
  await editor.run()
  await expect(editor.tabs).toHaveText([/^Result 1 · 700 rows · /])
})

test('100,000 rows arrive, scroll to their end and are downloaded whole', async ({
  page,
  project,
}) => {
  const editor = editorOf(page)
  await editor.open(project.ref)
  await page.getByRole('combobox', { name: 'Row limit' }).click()
  await page.getByRole('option', { name: 'No limit' }).click()
  await editor.write(
    `-- All the tides\nselect g as id, 'row "' || g || '"' as label, null as nothing from generate_series(1, 100000) g`,
  )
  await editor.run()
  await expect(editor.tabs.first()).toHaveText(/^Result 1 · 100,000 rows · /, { timeout: 30_000 })
  await page.getByRole('gridcell', { name: 'row "1"', exact: true }).click()
  await page.keyboard.press('ControlOrMeta+End')
  await expect(page.getByRole('gridcell', { name: 'row "100000"', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Download result' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('query.csv')
  const lines = (await readFile(await download.path(), 'utf8')).split('\r\n')
  expect(lines).toHaveLength(100_002)
  expect(lines.slice(0, 2)).toEqual(['id,label,nothing', '1,"row ""1""",'])
  expect(lines[100_000]).toBe('100000,"row ""100000""",')
})

test('nothing returned is said in words, and notices are shown', async ({ page, project }) => {
  const editor = editorOf(page)
  await editor.open(project.ref)
  await editor.write(
    `do $$ begin raise notice 'mind the tide' using hint = 'it comes twice'; end $$; select 1 as a where false`,
  )
  await editor.run()
  await expect(editor.results.getByText('No results returned from query')).toBeVisible()
  await page.getByRole('tab', { name: '1 notice' }).click()
  await expect(editor.results.getByText('NOTICE: mind the tide')).toBeVisible()
  await expect(editor.results.getByText('it comes twice')).toBeVisible()
})

test('a text beyond 0.98 MiB is refused before it is sent', async ({ page, project }) => {
  const editor = editorOf(page)
  await editor.open(project.ref)
  // fewer characters than the limit, and more bytes
  await editor.write(`select '${'ü'.repeat(600_000)}'`)
  await editor.run()
  await expect(page.getByText(/^This query has 1\.14 MiB and the editor takes/)).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByText(/^Failed to create new query: This query has 1\.14/)).toBeVisible()
  await expect(page).toHaveURL(/\/sql$/)
})

test('a read-only member reads, and is told why a change fails', async ({ page, project, as }) => {
  await as('read_only')
  const editor = editorOf(page)
  await editor.open(project.ref)
  await expect(page.getByText('Read-only', { exact: true })).toBeVisible()
  await editor.write('select 1 as one')
  await editor.run()
  await expect(editor.tabs).toHaveText([/^Result 1 · 1 row · /])
  await editor.write('create table mine (id int)')
  await editor.run()
  const error = editor.results.getByRole('alert')
  await expect(error).toContainText('ERROR: ')
  await expect(error).toContainText('may read only')
})

test('tables and columns are completed, and a new table at once', async ({ page, project }) => {
  const editor = editorOf(page)
  await editor.open(project.ref)
  await editor.write('create table lighthouses (id int, height_m int)')
  await editor.run()
  await expect(editor.tabs).toHaveText([/^Result 1 · CREATE TABLE · /])
  await editor.write('select * from ')
  await expect(async () => {
    await page.keyboard.press('Control+Space')
    await expect(page.getByRole('option', { name: 'lighthouses' })).toBeVisible({ timeout: 1000 })
  }).toPass()
})
