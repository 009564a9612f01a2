import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationHandlers } from '#app/control/operations/handlers.ts'
import { placementOf } from '#app/lifecycle/placement.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { backupHandlers } from './handlers.ts'

let t: RunningApp
const router = (parts: RunningParts) => ({
  backups: backupHandlers(parts).backups,
  operations: operationHandlers(parts),
})
beforeAll(async () => {
  t = await runningApp({ router })
})
afterAll(() => t[Symbol.asyncDispose]())

/** What can become of one file of the archive, and what is said then. The records stand at its beginning. */
const DAMAGES = [
  {
    what: 'overwritten in the middle of its records',
    damaged: (whole: Buffer) => Buffer.from(whole).fill(255, 200, 4000),
    says: /^The archive does not reach/,
  },
  {
    what: 'cut short',
    damaged: (whole: Buffer) => whole.subarray(0, 100),
    says: /archive file "\w+" has wrong size: 100 instead of \d+$/,
  },
] as const

test('a damaged WAL segment fails the restore and nothing else, and a mended one is gone through', async () => {
  const { organization, as } = await t.cast()
  const { ref, id } = await t.makeRunningProject(organization)
  const addon = { project_id: id, type: 'pitr', variant: 'pitr_7' }
  await t.db.insertInto('project_addons').values(addon).execute()
  const path = `/platform/database/${ref}/backups`
  const numbers = () =>
    t.inside(ref, async (client) => {
      const { rows } = await client.query<{ n: number }>('select n from journal order by n')
      return rows.map(({ n }) => n)
    })
  const write = (n: number) =>
    t.inside(ref, (client) => client.query('insert into journal values ($1)', [n]))
  const newest = async () => {
    const [operation] = await t.parts.lifecycle.operations.newest(id, 1)
    if (!operation) throw new Error('It was created by one')
    return operation
  }
  const archive = async () =>
    t.engine.archives.archiveNow(placementOf(t.deps.secrets, await t.rowOf(ref)))
  const walDir = join(t.backupsDir, ref, 'wal')
  const segments = async () => (await readdir(walDir)).filter((name) => /^[0-9A-F]{24}$/.test(name))

  await t.inside(ref, (client) => client.query('create table journal (n int)'))
  await t.call('POST', path, { as: as.member })
  while ((await newest()).finished_at === null) await sleep(25)
  const before = await segments()
  await write(1)
  await archive()
  const [between] = (await segments()).filter((name) => !before.includes(name))
  if (!between) throw new Error('Archiving has made a segment')
  await write(2)
  const moment = Math.ceil((Date.now() + 50) / 1000)
  await sleep(moment * 1000 + 50 - Date.now())
  await write(3)
  await archive()

  const body = { recovery_time_target_unix: moment }
  const begin = () => t.call('POST', `${path}/pitr`, { as: as.member, body })
  const retry = async () =>
    t.call('POST', `/platform/projects/${ref}/operations/${(await newest()).id}/retry`, {
      as: as.member,
    })
  const file = join(walDir, between)
  const whole = await readFile(file)
  let attempt = begin
  for (const { what, damaged, says } of DAMAGES) {
    await rm(file)
    await writeFile(file, damaged(whole))
    expect((await attempt()).status, what).toBeLessThan(300)
    expect(await t.settled(ref), what).toBe('RESTORE_FAILED')
    expect((await newest()).error_message, what).toMatch(says)
    // as it was, and it answers
    expect(await numbers(), what).toEqual([1, 2, 3])
    attempt = retry
  }

  await writeFile(file, whole)
  expect((await retry()).status).toBeLessThan(300)
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  expect(await numbers()).toEqual([1, 2])
})
