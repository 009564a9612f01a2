import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupList, UpgradeStatus } from '@plinth/contract'
import { withClient } from '@plinth/postgres'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupHandlers } from '#app/control/backups/handlers.ts'
import { projectHandlers } from '#app/control/projects/handlers.ts'
import { operationStore } from '#app/lifecycle/operation-store.ts'
import { placementOf } from '#app/lifecycle/placement.ts'
import { answersOf } from '#test/answers.ts'
import {
  OWNER_PASSWORD,
  type RunningApp,
  runningApp,
  type RunningParts,
} from '#test/running-app.ts'
import { powerHandlers } from './handlers.ts'

let t: RunningApp
const router = (parts: RunningParts) => {
  const { power } = powerHandlers({
    ...parts,
    presentProject: () => Promise.reject(new Error('no transfer in this file')),
  })
  const { v1Projects } = projectHandlers({ ...parts, databaseHost: '127.0.0.1', gatewayUrl: '' })
  return { power, backups: backupHandlers(parts).backups, v1: { projects: v1Projects } }
}
beforeAll(async () => {
  t = await runningApp({ router })
})
afterAll(() => t[Symbol.asyncDispose]())

async function projectToUpgrade() {
  const { organization, as } = await t.cast()
  const { ref, id } = await t.makeRunningProject(organization)
  const path = `/v1/projects/${ref}/upgrade`
  const member = as.member
  return {
    ref,
    id,
    as,
    path,
    eligibility: async () => (await t.call('GET', `${path}/eligibility`, { as: member })).body,
    start: (version = '18') =>
      t.call<{ tracking_id: string }>('POST', path, {
        as: member,
        body: { target_version: version },
      }),
    status: async () =>
      (await t.call<UpgradeStatus>('GET', `${path}/status`, { as: member })).body
        .databaseUpgradeStatus,
    backups: async () =>
      (await t.call<BackupList>('GET', `/platform/database/${ref}/backups`, { as: member })).body,
    restore: (name: string) =>
      t.call('POST', `/platform/database/${ref}/backups/restore`, {
        as: member,
        body: { id: name },
      }),
    query: (sql: string) => t.inside(ref, async (client) => (await client.query(sql)).rows),
  }
}

test('member, stranger, nobody and a bad body', async () => {
  const { as, path } = await projectToUpgrade()
  expect(
    await answersOf(t.call, as, [
      { method: 'GET', path: `${path}/eligibility` },
      { method: 'GET', path: `${path}/status` },
      { method: 'POST', path, body: { target_version: '17' }, bad: { target_version: '9' } },
    ]),
  ).toMatchInlineSnapshot(`
    {
      "GET /v1/projects/…/upgrade/eligibility": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /v1/projects/…/upgrade/status": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "POST /v1/projects/…/upgrade": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 422 VERSION_UNAVAILABLE",
    }
  `)
})

test('a project is upgraded with its rows and passwords, and a backup from before brings the old version back', async () => {
  const project = await projectToUpgrade()
  const { ref } = project
  await project.query(`create table kept as select n from generate_series(1, 5) n`)
  expect(await project.eligibility()).toMatchObject({
    eligible: true,
    current_version: expect.stringMatching(/^17/),
    target_versions: [{ postgres_engine: '18', release_channel: 'ga' }],
    obstacles: [],
  })
  expect(await project.status()).toBeNull()

  const begun = await project.start()
  expect(begun.status).toBe(201)
  expect((await t.rowOf(ref)).status).toBe('UPGRADING')
  expect(await project.status()).toMatchObject({
    status: 0,
    target_version: '18',
    tracking_id: begun.body.tracking_id,
  })
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  expect(await project.status()).toMatchObject({
    status: 1,
    progress: '9_completed_post_physical_backup',
    error: null,
  })

  expect(await t.rowOf(ref)).toMatchObject({
    postgres_engine: '18',
    db_version: expect.stringMatching(/^18/),
  })
  expect(await project.query('select count(*)::int as n from kept')).toEqual([{ n: 5 }])
  const { port } = await t.rowOf(ref)
  const owner = { host: '127.0.0.1', port, user: 'postgres', password: OWNER_PASSWORD }
  const { rows } = await withClient({ ...owner, database: 'postgres' }, (client) =>
    client.query<{ server_version: string }>('show server_version'),
  )
  expect(rows[0]?.server_version).toMatch(/^18/)
  expect(await project.eligibility()).toMatchObject({ eligible: false, target_versions: [] })

  // one from before, one from after; only moments since the latter can be gone back to
  const { backups, recoverable } = await project.backups()
  expect(backups.map(({ reason, postgres_version: of }) => `${reason} ${of.slice(0, 2)}`)).toEqual([
    'upgrade 18',
    'upgrade 17',
  ])
  expect(recoverable?.earliest).toBe(backups[0]?.inserted_at)

  // what was upgraded is kept longer than what a restore replaced
  const kept = async () =>
    (await readdir(join(t.backupsDir, '..', 'staging'))).filter((name) => name.startsWith(ref))
  const [past, future] = [new Date(0), new Date(Date.now() + 60_000)]
  await t.engine.archives.dropReplaced(ref, { replaced: future, upgraded: past })
  expect(await kept()).toEqual([expect.stringMatching(/\.upgraded-\d+$/)])
  await t.engine.archives.dropReplaced(ref, { replaced: past, upgraded: future })
  expect(await kept()).toEqual([])

  const copied = await t.call<{ ref: string }>(
    'POST',
    `/platform/database/${ref}/backups/restore-to-new-project`,
    { as: project.as.member, body: { name: 'As it was', id: backups[1]?.id } },
  )
  expect(await t.settled(copied.body.ref)).toBe('ACTIVE_HEALTHY')
  expect(await t.rowOf(copied.body.ref), 'a copy of it is of its version').toMatchObject({
    postgres_engine: '17',
    db_version: expect.stringMatching(/^17/),
  })

  await project.query('insert into kept values (6)')
  await project.restore(backups[1]?.id ?? '')
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  expect(await t.rowOf(ref)).toMatchObject({
    postgres_engine: '17',
    db_version: expect.stringMatching(/^17/),
  })
  expect(await project.query('select count(*)::int as n from kept')).toEqual([{ n: 5 }])
  // and forward again, by the backup of the version that it was upgraded to
  await project.restore(backups[0]?.id ?? '')
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  expect(await t.rowOf(ref)).toMatchObject({ postgres_engine: '18' })
  // it goes on archiving where it was archiving, on a timeline of its own
  const placement = placementOf(t.deps.secrets, await t.rowOf(ref))
  await expect(t.engine.archives.archiveNow(placement)).resolves.toBeInstanceOf(Date)
})

test('what stands in the way is named, and the upgrade that meets it leaves the project as it was', async () => {
  const project = await projectToUpgrade()
  const { ref } = project
  await project.query('create table kept as select 1 as n')
  await project.query('create database another allow_connections false')
  expect(await project.eligibility()).toMatchObject({
    eligible: false,
    obstacles: [expect.stringContaining('The database another')],
  })
  await project.start()
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  expect(await project.status()).toMatchObject({
    status: 2,
    progress: '0_started',
    error: expect.stringContaining('The database another'),
  })
  await project.query('drop database another')

  // nothing but loading shows that this cannot be: it finds what it asks only by a search path
  await project.query('create table asked (n int)')
  await project.query(`create function ask(int) returns boolean language sql immutable
    as 'select exists (select from asked)'`)
  await project.query('insert into asked values (1)')
  await project.query('create table asking (n int check (ask(n)))')
  await project.query('insert into asking values (1)')
  await project.start()
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  expect(await project.status()).toMatchObject({
    status: 2,
    progress: '4_initiated_data_upgrade',
    error: expect.stringMatching(
      /^The rows of public\.asking .*“alter function … set search_path”$/,
    ),
  })
  expect(await project.query('select n from kept')).toEqual([{ n: 1 }])
  expect(await t.rowOf(ref)).toMatchObject({ postgres_engine: '17' })
})

test('an earlier upgrade was not found by its own tracking id', async () => {
  const { id, path, as, status } = await projectToUpgrade()
  const failed = async (error_message: string) => {
    const row = {
      projectId: id,
      kind: 'upgrade',
      input: { target: '18' },
      steps: [],
      state: {},
    } as const
    const operationId = await t.db
      .transaction()
      .execute((trx) => operationStore(t.db).insert(trx, { ...row, requestedBy: null }))
    const byId = t.db.updateTable('operations').where('id', '=', operationId)
    await byId.set({ status: 'failed', error_message }).execute()
    return { id: operationId }
  }
  await t.db.updateTable('projects').set({ host: 'elsewhere' }).where('id', '=', id).execute()
  const first = await failed('No room')
  await failed('It broke')
  expect(await status()).toMatchObject({ status: 2, error: 'It broke' })
  const ask = async (trackingId: string) => {
    const query = `${path}/status?tracking_id=${trackingId}`
    return (await t.call<UpgradeStatus>('GET', query, { as: as.member })).body.databaseUpgradeStatus
  }
  expect(await ask(first.id)).toMatchObject({ tracking_id: first.id, error: 'No room', status: 2 })
  expect(await ask('00000000-0000-4000-8000-000000000000')).toBeNull()
})
