import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BackupList, BackupVerification } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationHandlers } from '#app/control/operations/handlers.ts'
import { powerHandlers } from '#app/control/power/handlers.ts'
import { projectHandlers } from '#app/control/projects/handlers.ts'
import { answersOf } from '#test/answers.ts'
import type { Failure } from '#test/harness.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { backupHandlers } from './handlers.ts'

let t: RunningApp
const router = (parts: RunningParts) => {
  const { power, v1Power } = powerHandlers({
    ...parts,
    presentProject: () => Promise.reject(new Error('no transfer in this file')),
  })
  const { backups, v1Backups } = backupHandlers(parts)
  const { v1Projects } = projectHandlers({ ...parts, databaseHost: '127.0.0.1', gatewayUrl: '' })
  return {
    power,
    backups,
    operations: operationHandlers(parts),
    v1: { projects: { ...v1Projects, ...v1Power, ...v1Backups } },
  }
}
beforeAll(async () => {
  t = await runningApp({ router })
})
afterAll(() => t[Symbol.asyncDispose]())

const numbers = (ref: string) =>
  t.inside(ref, async (client) => {
    const { rows } = await client.query<{ n: number }>('select n from journal order by n')
    return rows.map(({ n }) => n)
  })
const write = (ref: string, n: number) =>
  t.inside(ref, (client) => client.query('insert into journal values ($1)', [n]))

async function projectWithJournal() {
  const { organization, as } = await t.cast()
  const { ref, id } = await t.makeRunningProject(organization)
  await t.inside(ref, (client) => client.query('create table journal (n int)'))
  const path = `/platform/database/${ref}/backups`
  const backUp = async () => {
    await t.call('POST', path, { as: as.member })
    await untilDone(id)
  }
  return { ref, id, as, path, backUp }
}

/** A backup leaves the project's status alone, so its operation is what to wait for. */
async function untilDone(projectId: string) {
  for (;;) {
    const [newest] = await t.parts.lifecycle.operations.newest(projectId, 1)
    if (newest && newest.status !== 'queued' && newest.status !== 'running') return newest
    await sleep(25)
  }
}

test('member, stranger, nobody and a bad body', async () => {
  const { ref, as, path } = await projectWithJournal()
  const id = '20000101T000000000Z-requested'
  const at = { recovery_time_target_unix: 1 }
  const v1 = `/v1/projects/${ref}`
  expect(
    await answersOf(t.call, as, [
      { method: 'GET', path },
      { method: 'GET', path: `${path}/downloadable-backups` },
      { method: 'POST', path: `${path}/download`, body: { id }, bad: { id: 1 } },
      { method: 'POST', path: `${path}/restore`, body: { id }, bad: {} },
      { method: 'POST', path: `${path}/pitr`, body: at, bad: { recovery_time_target_unix: 'x' } },
      { method: 'POST', path: `${path}/verify` },
      { method: 'GET', path: `/platform/storage/${ref}/archive` },
      { method: 'GET', path: `/platform/projects/${ref}/pause/status` },
      { method: 'GET', path: `${v1}/health` },
      { method: 'GET', path: `${v1}/database/backups` },
      { method: 'POST', path: `${v1}/database/backups/restore`, body: { id }, bad: {} },
      { method: 'POST', path: `${v1}/database/backups/restore-pitr`, body: at, bad: {} },
      { method: 'POST', path: `${v1}/restore`, bad: { postgres_engine: 'oracle' } },
    ]),
  ).toMatchInlineSnapshot(`
    {
      "GET /platform/database/…/backups": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /platform/database/…/backups/downloadable-backups": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /platform/projects/…/pause/status": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /platform/storage/…/archive": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 404 STORAGE_ARCHIVE_NOT_FOUND",
      "GET /v1/projects/…/database/backups": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /v1/projects/…/health": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "POST /platform/database/…/backups/download": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 404 BACKUP_NOT_FOUND",
      "POST /platform/database/…/backups/pitr": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 409 PITR_NOT_ENABLED",
      "POST /platform/database/…/backups/restore": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 404 BACKUP_NOT_FOUND",
      "POST /platform/database/…/backups/verify": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 404 BACKUP_NOT_FOUND",
      "POST /v1/projects/…/database/backups/restore": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 404 BACKUP_NOT_FOUND",
      "POST /v1/projects/…/database/backups/restore-pitr": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 409 PITR_NOT_ENABLED",
      "POST /v1/projects/…/restore": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 409 WRONG_PROJECT_STATUS",
    }
  `)
})

test('a project paused and restored has its rows, and a backup besides', async () => {
  const { ref, as } = await projectWithJournal()
  await write(ref, 1)
  const paused = await t.call('POST', `/platform/projects/${ref}/pause`, { as: as.member })
  expect(paused.body).toEqual({ status: 'PAUSING' })
  expect(await t.settled(ref)).toBe('INACTIVE')
  expect(t.engine.observe(ref)).toEqual({ state: 'stopped' })
  const status = await t.call('GET', `/platform/projects/${ref}/pause/status`, { as: as.member })
  expect(status.body).toMatchObject({
    can_restore: true,
    latest_downloadable_backup_id: expect.stringMatching(/-pause$/),
  })

  await t.call('POST', `/platform/projects/${ref}/restore`, { as: as.member, body: {} })
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  expect(await numbers(ref)).toEqual([1])
})

test('the public calls move a project as the dashboard does', async () => {
  const { ref, id, as } = await projectWithJournal()
  const v1 = `/v1/projects/${ref}`
  const post = async (path: string) =>
    (await t.call('POST', `${v1}/${path}`, { as: as.member, body: {} })).status
  const done = async (kind: string, path: string) => {
    expect(await post(path)).toBeLessThan(300)
    await untilDone(id)
    const [newest] = await t.parts.lifecycle.operations.newest(id, 1)
    expect(newest).toMatchObject({ kind, status: 'succeeded' })
  }
  await write(ref, 1)
  await done('backup', 'database/backups')
  await done('restart', 'restart')
  const health = async () => {
    const answer = await t.call<{ name: string }[]>('GET', `${v1}/health`, { as: as.member })
    return answer.body.find(({ name }) => name === 'db')
  }
  expect(await health()).toEqual({ name: 'db', healthy: true, status: 'ACTIVE_HEALTHY' })
  await done('pause', 'pause')
  expect(await health()).toEqual({ name: 'db', healthy: false, status: 'INACTIVE' })
  expect(await post('restart')).toBe(409)
  await done('restore', 'restore')
  expect(await numbers(ref)).toEqual([1])
  const { body } = await t.call<BackupList>('GET', `${v1}/database/backups`, { as: as.member })
  expect(body.backups.map(({ reason }) => reason)).toContain('requested')
})

test('a backup brings back what it held, and is checked by reading all of it', async () => {
  const { ref, as, path, backUp } = await projectWithJournal()
  await write(ref, 1)
  await backUp()
  await write(ref, 2)
  const { body } = await t.call<BackupList>('GET', path, { as: as.member })
  const id = body.backups[0]?.id
  expect(body.recoverable).not.toBeNull()

  const restore = `/v1/projects/${ref}/database/backups/restore`
  expect((await t.call('POST', restore, { as: as.member, body: { id } })).status).toBe(201)
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  expect(await numbers(ref)).toEqual([1])

  const checked = await t.call('POST', `${path}/verify`, { as: as.member })
  expect(checked.body).toMatchObject({ backup_id: id, outcome: 'passed' })
})

test('a backup that several people have checked at once passes for each of them', async () => {
  const { as, path, backUp } = await projectWithJournal()
  await backUp()
  const check = () => t.call<BackupVerification>('POST', `${path}/verify`, { as: as.member })
  const answers = await Promise.all([check(), check(), check()])
  expect(answers.map(({ body }) => body)).toMatchObject(Array(3).fill({ outcome: 'passed' }))
  expect((await check()).body, 'and so it does alone').toMatchObject({ outcome: 'passed' })
})

test('a moment brings back exactly what was there', async () => {
  const { ref, id, as, path, backUp } = await projectWithJournal()
  await t.db
    .insertInto('project_addons')
    .values({ project_id: id, type: 'pitr', variant: 'pitr_7' })
    .execute()
  await backUp()
  await write(ref, 1)
  await sleep(1100)
  const moment = Math.floor(Date.now() / 1000)
  await sleep(1100)
  await write(ref, 2)
  // the archive has to know of a commit after the moment
  await backUp()

  const body = { recovery_time_target_unix: moment }
  await t.call('POST', `${path}/pitr`, { as: as.member, body })
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  expect(await numbers(ref)).toEqual([1])

  const before = await t.call<Failure>('POST', `${path}/pitr`, {
    as: as.member,
    body: { recovery_time_target_unix: 1000 },
  })
  expect(before.body).toMatchObject({ code: 'MOMENT_NOT_RECOVERABLE' })
})

test('a moment during a restore is what was there until it was replaced', async () => {
  const { ref, id, backUp } = await projectWithJournal()
  await write(ref, 1)
  await backUp()
  await write(ref, 2)
  const range = await t.engine.archives.recoverable(ref)
  const restoreTo = async (moment: Date) => {
    await t.parts.lifecycle.begin(await t.rowOf(ref), {
      kind: 'restore_backup',
      input: { moment: moment.toISOString() },
      requestedBy: null,
    })
    const { status, error_message, steps } = await untilDone(id)
    expect({ status, error_message }).toEqual({ status: 'succeeded', error_message: null })
    return (name: string) => {
      const { started_at, finished_at } = steps.find((step) => step.name === name) ?? {}
      return { from: new Date(started_at ?? 0), to: new Date(finished_at ?? 0) }
    }
  }
  const stepOf = await restoreTo(range?.earliest ?? new Date(0))
  expect(await numbers(ref)).toEqual([1])
  // nobody wrote anything while it was rebuilt: the last commit is from before
  await restoreTo(stepOf('rebuild').to)
  expect(await numbers(ref), 'still the old').toEqual([1, 2])
  await restoreTo(stepOf('swap').to)
  expect(await numbers(ref), 'the new').toEqual([1])
})

test('a damaged backup fails, the project keeps its rows, and a mended one is retried', async () => {
  const { ref, id, as, path, backUp } = await projectWithJournal()
  await write(ref, 1)
  await backUp()
  await write(ref, 2)
  const { body } = await t.call<BackupList>('GET', path, { as: as.member })
  const name = body.backups[0]?.id ?? ''
  const folder = join(t.backupsDir, ref, 'backups', name, 'data', 'base')
  const [database = ''] = await readdir(folder)
  const file = join(folder, database, 'pg_filenode.map')
  const whole = await readFile(file)
  await writeFile(file, 'not what it was')

  await t.call('POST', `${path}/restore`, { as: as.member, body: { id: name } })
  expect(await t.settled(ref)).toBe('RESTORE_FAILED')
  expect(await numbers(ref)).toEqual([1, 2])

  await rm(file)
  await writeFile(file, whole)
  const failed = await untilDone(id)
  const retry = `/platform/projects/${ref}/operations/${failed.id}/retry`
  await t.call('POST', retry, { as: as.member })
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  expect(await numbers(ref)).toEqual([1])
})
