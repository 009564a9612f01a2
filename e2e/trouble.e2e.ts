import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { claimOwner, emailOf, PASSWORD } from './accounts.ts'
import { makeProject, query } from './api.ts'
import { expect, test, type World } from './fixtures.ts'
import { dataFolder, removeFolder, startPlatform } from './platform.ts'

/** More than 95 % of the one gigabyte that a free project has; no WAL is written of it. */
const FILL = `create unlogged table filling as
  select repeat('x', 1000) as text from generate_series(1, 860000)`

async function freeProject({ api }: World) {
  const made = await api.must('POST', '/v1/organizations', { name: 'Frugal', plan: 'free' })
  const slug = String(made['slug'])
  return { slug, ref: await makeProject(api, slug, 'Small shop') }
}

test('a project is measured, says when its disk is full, and writes again in a larger one', async ({
  page,
  as,
  world,
}) => {
  const { api } = world
  const { ref, slug } = await freeProject(world)
  await as('owner')
  await page.goto(`/project/${ref}/settings/infrastructure`)
  await expect(page.getByRole('region', { name: 'Postgres version' })).toContainText(
    /PostgreSQL 17\.\d+/,
  )
  await expect(page.getByText('60 connections')).toBeVisible()
  expect((await query(api, ref, FILL)).status).toBeLessThan(300)

  // a sample comes every 15 s, and the open page shows it; read-only is told there, too
  const banner = page.getByRole('alert').filter({ hasText: 'only reads' })
  await expect(banner).toBeVisible({ timeout: 40_000 })
  await expect(
    page.getByRole('slider', { name: /^Disk space, the last 1 hour\. .*highest 9\d/ }),
  ).toBeVisible({
    timeout: 40_000,
  })
  await expect(page.getByRole('slider', { name: /^Connections, .* of 60$/ })).toBeVisible()
  const refused = await query(api, ref, 'create table written (id int)')
  expect(JSON.stringify(refused.body)).toContain('read-only transaction')
  await page.goto(`/org/${slug}`)
  await expect(page.getByRole('link', { name: /Small shop/ })).toContainText('Read-only')

  await page.goto(`/project/${ref}`)
  await banner.getByRole('link', { name: 'Enlarge the disk' }).click()
  await expect(page).toHaveURL(/settings\/compute-and-disk$/)
  await expect(
    page.getByText('This project only reads: its disk is full', { exact: true }),
  ).toBeVisible()
  await page.getByLabel('Size', { exact: true }).fill('8')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await page.getByRole('button', { name: 'Apply changes' }).click()
  await expect(page.getByText('Updated disk attributes', { exact: true })).toBeVisible()
  await expect
    .poll(async () => (await query(api, ref, 'create table if not exists written (id int)')).status)
    .toBeLessThan(300)
  await page.goto(`/project/${ref}`)
  await expect(page.getByRole('heading', { name: 'Small shop' })).toBeVisible()
  await expect(banner).toHaveCount(0)
  // a person may have two of the free plan
  await api.must('DELETE', `/v1/projects/${ref}`)
})

test('a database that cannot start shows its log, its ways out, and comes back once mended', async ({
  page,
  as,
  world,
  project: { ref, name },
}) => {
  const { api, platform } = world
  await query(api, ref, "create table books as select 'Emma' as title")
  const dataDir = join(platform.dataDir, 'projects', ref, 'data')
  const control = join(dataDir, 'global', 'pg_control')
  const [pid] = (await readFile(join(dataDir, 'postmaster.pid'), 'utf8')).split('\n')
  await as('owner')
  await page.goto(`/project/${ref}`)
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible()
  await rename(control, `${control}.away`)
  process.kill(Number(pid), 'SIGKILL')

  // pushed to the open page
  await expect(page.getByText(`The database of ${name} is down`)).toBeVisible()
  const log = page.getByRole('region', { name: 'Last lines of the database’s log' })
  await expect(log).toContainText('could not find the database system')
  await page.getByRole('link', { name: 'Contact support' }).click()
  await expect(page.getByRole('combobox', { name: 'Project' })).toContainText(name)
  await expect(page.getByLabel('Subject')).toHaveValue(`${name} is unhealthy`)
  await page.getByLabel('Message').fill('It ended while nobody touched it')
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  const text = await readFile(await (await downloading).path(), 'utf8')
  for (const part of [
    `Subject: ${name} is unhealthy`,
    'It ended while nobody touched it',
    `Project: ${name} (${ref})`,
    'Status: ACTIVE_UNHEALTHY',
    'Last operation: Create, succeeded',
    'could not find the database system',
  ]) {
    expect(text).toContain(part)
  }

  await page.goBack()
  await page.getByRole('button', { name: 'Restart project' }).click()
  await expect(page.getByText(/^The server ended with code 2: /).first()).toBeVisible()
  await rename(`${control}.away`, control)
  await page.getByRole('button', { name: 'Restart project' }).click()
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByText('is down')).toHaveCount(0)
  expect((await query(api, ref, 'select title from books')).body).toEqual([{ title: 'Emma' }])
})

test('a page whose platform is going away is not loaded anew into nothing', async ({
  page,
  as,
  world: { organization },
}) => {
  await as('owner')
  await page.goto(`/org/${organization.slug}`)
  const link = page.getByRole('link', { name: 'Audit log' })
  await expect(link).toBeVisible()
  // it takes no new connection, and answers once more on one that it has
  let asked = 0
  await page.route('**/assets/**', (route) => route.abort())
  await page.route('**/platform/auth/session', (route) => {
    asked += 1
    return asked === 1 ? route.continue() : route.abort()
  })
  await page.evaluate(() => Object.assign(globalThis, { isSame: true }))
  await link.click()
  await expect.poll(() => asked).toBeGreaterThan(1)
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(await page.evaluate(() => 'isSame' in globalThis)).toBe(true)
})

test('a page whose files could not be fetched once stood there for ever', async ({ page, as }) => {
  await as('owner')
  await page.goto('/organizations')
  const link = page.getByRole('link', { name: 'New organization' }).first()
  await expect(link).toBeVisible()
  // the platform is back before whoever follows it has noticed
  const away = ['**/assets/new-*', '**/platform/auth/session']
  for (const path of away) await page.route(path, (route) => route.abort())
  await link.click()
  await expect(page.getByRole('heading', { name: 'The platform cannot be reached' })).toBeVisible()
  for (const path of away) await page.unroute(path)
  await expect(page.getByRole('heading', { name: /new organization/i })).toBeVisible()
})

test('a page whose files cannot be fetched waits for the platform to come back', async ({
  page,
}) => {
  const dataDir = await dataFolder()
  const first = await startPlatform({ dataDir })
  await claimOwner(first)
  const at = (path: string) => new URL(path, first.url).href
  await page.request.post(at('/platform/auth/sign-in'), {
    data: { email: emailOf('owner'), password: PASSWORD },
  })
  await page.goto(at('/organizations'))
  const link = page.getByRole('link', { name: 'New organization' }).first()
  await expect(link).toBeVisible()
  await first.stop()
  await link.click()
  await expect(page.getByRole('heading', { name: 'The platform cannot be reached' })).toBeVisible()
  const again = await startPlatform({ dataDir, port: Number(new URL(first.url).port) })
  // by itself, as soon as it is found again
  await expect(page.getByRole('heading', { name: /new organization/i })).toBeVisible({
    timeout: 40_000,
  })
  await again.stop()
  await removeFolder(dataDir)
})
