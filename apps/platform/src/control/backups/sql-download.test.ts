import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { powerHandlers } from '#app/control/power/handlers.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { type Download, openDownload } from './download.ts'
import { backupHandlers } from './handlers.ts'

let t: RunningApp
const router = (parts: RunningParts) => ({
  backups: backupHandlers(parts).backups,
  power: powerHandlers({
    ...parts,
    presentProject: () => Promise.reject(new Error('no transfer in this file')),
  }).power,
})
beforeAll(async () => {
  t = await runningApp({ router })
})
afterAll(() => t[Symbol.asyncDispose]())

async function pausedProject() {
  const { organization, as } = await t.cast()
  const { ref } = await t.makeRunningProject(organization, { name: 'The Shop' })
  await t.inside(ref, async (client) => {
    await client.query(`create table books (id int primary key, title text not null)`)
    await client.query(`insert into books select n, 'Title ' || n from generate_series(1, 20000) n`)
    await client.query(`create index on books (lower(title))`)
  })
  await t.call('POST', `/platform/projects/${ref}/pause`, { as: as.member })
  expect(await t.settled(ref)).toBe('INACTIVE')
  const path = `/platform/database/${ref}/backups`
  const listed = await t.call<{ backups: { id: string }[] }>(
    'GET',
    `${path}/downloadable-backups`,
    { as: as.member },
  )
  const { id } = listed.body.backups[0] ?? { id: '' }
  const token = async () => {
    const answer = await t.call<{ fileUrl: string }>('POST', `${path}/download`, {
      as: as.member,
      body: { id },
    })
    return answer.body.fileUrl.split('/').at(-1) ?? ''
  }
  return { ref, id, as, path, token }
}

const open = (token: string, clock = t.deps.clock) =>
  openDownload({ ...t.deps, clock, engine: t.engine }, token)
const textOf = (found: Download | undefined) => new Response(found?.body).text()
const staged = () => readdir(join(t.backupsDir, '..', 'staging')).catch(() => [])

test('a paused project’s backup comes as SQL, by a link that works once and not for long', async () => {
  const project = await pausedProject()
  const token = await project.token()
  const found = await open(token)
  expect(found?.filename).toMatch(/^The-Shop-.*-pause\.sql$/)
  const sql = await textOf(found)
  expect(sql).toContain('COPY public.books (id, title) FROM stdin;\n1\tTitle 1\n2\tTitle 2\n')
  expect(sql.match(/\tTitle \d+\n/g)).toHaveLength(20_000)
  expect(sql.indexOf('CREATE TABLE public.books')).toBeLessThan(sql.indexOf('COPY public.books'))
  expect(sql.indexOf('CREATE INDEX books_lower_idx')).toBeGreaterThan(sql.indexOf('COPY public'))
  expect(sql, 'nobody’s password').not.toContain('SCRAM-SHA-256')
  expect(await staged(), 'what it was read from is gone').toEqual([])

  expect(await open(token), 'a second time').toBeUndefined()
  const late = new Date(t.deps.clock().getTime() + 61 * 60_000)
  expect(await open(await project.token(), () => late), 'an hour later').toBeUndefined()
})

test('a download that is broken off leaves nothing behind', async () => {
  const project = await pausedProject()
  const found = await open(await project.token())
  const reader = found?.body.getReader()
  await reader?.read()
  expect(await staged()).toEqual([expect.stringMatching(/\.scratch$/)])
  await reader?.cancel()
  await expect.poll(staged, { timeout: 20_000 }).toEqual([])
})

test('a project has so many links an hour, and they make room as they expire', async () => {
  const { id, as, path } = await pausedProject()
  const ask = () => t.call('POST', `${path}/download`, { as: as.member, body: { id } })
  const answers = await Promise.all(Array.from({ length: 33 }, ask))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(30)
  const refused = answers.find(({ status }) => status !== 200)
  expect([refused?.status, refused?.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
  expect(refused?.body.data?.['retryAfterSeconds']).toBeGreaterThan(3000)

  t.time.aheadMs += 61 * 60_000
  expect((await ask()).status).toBe(200)
  const kept = await t.db.selectFrom('download_links').select('name').execute()
  expect(
    kept.filter(({ name }) => name === id),
    'of those that have expired none',
  ).toHaveLength(1)
  t.time.aheadMs = 0
})

test('a link to a backup of a project that was deleted since still led to its data', async () => {
  const { ref, token } = await pausedProject()
  const link = await token()
  await t.db
    .updateTable('projects')
    .set({ status: 'REMOVED', deleted_at: new Date() })
    .where('ref', '=', ref)
    .execute()
  expect(await open(link)).toBeUndefined()
})

test('who waits for a turn and leaves holds up nobody', async () => {
  const project = await pausedProject()
  const reader = async () => (await open(await project.token()))?.body.getReader()
  const first = await reader()
  const second = await reader()
  await Promise.all([first?.read(), second?.read()])
  const third = await reader()
  const waiting = third?.read()
  await third?.cancel()
  expect(await waiting).toMatchObject({ done: true })
  await Promise.all([first?.cancel(), second?.cancel()])
  expect(await textOf(await open(await project.token()))).toContain('\tTitle 20000\n')
  await expect.poll(staged, { timeout: 20_000 }).toEqual([])
})
