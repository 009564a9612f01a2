import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { query } from './api.ts'
import { expect, test, type World } from './fixtures.ts'

/** The pid that a project's server has now; undefined while it has none. */
async function serverPid({ platform }: World, ref: string): Promise<number | undefined> {
  const file = join(platform.dataDir, 'projects', ref, 'data', 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '') // gone with its server
  const [pid, , , , , , , status] = text.split('\n')
  return status?.trim() === 'ready' ? Number(pid) : undefined
}

/** Kills a project's server, and waits until the platform has another one answer. */
async function crash(world: World, ref: string) {
  const pid = await serverPid(world, ref)
  if (!pid) throw new Error('There is no server to kill')
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => serverPid(world, ref)).not.toBe(pid)
  await expect.poll(async () => (await query(world.api, ref, 'select')).status).toBeLessThan(300)
}

/** One session ends as by a fault of its own, and takes all others along. */
async function crashSession({ api }: World, ref: string) {
  const { body } = await query(api, ref, 'select pg_backend_pid() as pid')
  // a list of rows
  const [row] = body as unknown as readonly { readonly pid: number }[]
  if (!row) throw new Error('There is always one')
  process.kill(row.pid, 'SIGKILL')
  await expect.poll(async () => (await query(api, ref, 'select')).status).toBeLessThan(300)
}

const BOOKS = "create table books as select 'Emma' as title"
const READ_BOOKS = 'select title from books'

test('a single crash is mended before anybody has to do anything', async ({
  page,
  as,
  world,
  project: { ref },
}) => {
  await query(world.api, ref, BOOKS)
  await as('owner')
  await page.goto(`/project/${ref}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Active', { exact: true })).toBeVisible()
  await crash(world, ref)
  await expect(main.getByText('Active', { exact: true })).toBeVisible()
  await crashSession(world, ref)
  await expect(main.getByText('Active', { exact: true })).toBeVisible()
  await expect(page.getByText(/is down|keeps crashing/)).toHaveCount(0)
  expect((await query(world.api, ref, READ_BOOKS)).body).toEqual([{ title: 'Emma' }])
})

test('a database that keeps crashing says so, with its log, until it is restarted', async ({
  page,
  as,
  world,
  project: { ref, name },
}) => {
  await query(world.api, ref, BOOKS)
  await as('owner')
  await page.goto(`/project/${ref}`)
  const main = page.getByRole('main')
  await expect(main.getByText('Active', { exact: true })).toBeVisible()
  for (let count = 0; count < 3; count += 1) await crash(world, ref)

  // pushed to the open page; it answers, and is not believed
  const trouble = page.getByText(`The database of ${name} keeps crashing`)
  await expect(trouble).toBeVisible()
  await expect(main.getByText('Unhealthy', { exact: true })).toBeVisible()
  const log = page.getByRole('region', { name: 'Last lines of the database’s log' })
  await expect(log).toContainText('database system was interrupted')
  await page.getByRole('link', { name: 'Contact support' }).click()
  await expect(page.getByRole('combobox', { name: 'Project' })).toContainText(name)
  await expect(page.getByLabel('Subject')).toHaveValue(`${name} is unhealthy`)
  await page.goto(`/org/${world.organization.slug}`)
  await expect(page.getByRole('link', { name })).toContainText('Unhealthy')

  await page.getByRole('link', { name }).click()
  await expect(trouble).toBeVisible()
  const onOthers = page.getByText('What needs its database may fail until it is well again.')
  await expect(onOthers).toHaveCount(0)
  await page.goto(`/project/${ref}/settings/general`)
  await expect(onOthers).toBeVisible()
  await page.getByRole('link', { name: 'See what happened' }).click()
  await page.getByRole('button', { name: 'Restart project' }).click()
  await expect(main.getByText('Active', { exact: true })).toBeVisible()
  await expect(trouble).toHaveCount(0)
  expect((await query(world.api, ref, READ_BOOKS)).body).toEqual([{ title: 'Emma' }])
})
