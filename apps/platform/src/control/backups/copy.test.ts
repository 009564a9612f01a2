import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { As } from '#test/harness.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { backupHandlers } from './handlers.ts'

let t: RunningApp
beforeAll(async () => {
  t = await runningApp({
    router: (parts: RunningParts) => ({ backups: backupHandlers(parts).backups }),
  })
})
afterAll(() => t[Symbol.asyncDispose]())

async function scene() {
  const cast = await t.cast()
  const { ref, id } = await t.makeRunningProject(cast.organization)
  const path = `/platform/database/${ref}/backups`
  await t.call('POST', path, { as: cast.as.member })
  let name: string | undefined
  while (name === undefined) {
    name = (await t.engine.archives.backups(ref)).at(-1)?.name
    await sleep(25)
  }
  const copy = (body: object, as: As = cast.as.member) =>
    t.call<{ ref: string }>('POST', `${path}/restore-to-new-project`, {
      as,
      body: { name: 'Copy', ...body },
    })
  return { ...cast, ref, id, name, copy }
}

test('a copy of a database had neither the disk nor the closed doors of the project it came from', async () => {
  const { id, name, copy } = await scene()
  const database_settings = { requiresTls: true, cidrs: ['192.0.2.0/24'], cidrsV6: [] }
  const settings = { database_settings, rest_settings: { schemas: ['api'] } }
  const columns = {
    database_settings: JSON.stringify(database_settings),
    rest_settings: JSON.stringify(settings.rest_settings),
  }
  await t.db.updateTable('projects').set(columns).where('id', '=', id).execute()
  const disk = { type: 'gp3', size_gb: 40, iops: 3000, throughput_mbps: 125 }
  const growth = { growth_percent: 20, min_increment_gb: null, max_size_gb: 80 }
  const last_modified_at = new Date()
  await t.db
    .insertInto('project_disks')
    .values({ project_id: id, ...disk, ...growth, last_modified_at })
    .execute()

  const made = await copy({ id: name })
  expect(made.status).toBe(201)
  const row = await t.rowOf(made.body.ref)
  expect(row).toMatchObject(settings)
  const copied = await t.db
    .selectFrom('project_disks')
    .selectAll()
    .where('project_id', '=', row.id)
    .executeTakeFirstOrThrow()
  // it is a disk of its own, so it may be changed at once
  expect(copied).toEqual({ project_id: row.id, ...disk, ...growth, last_modified_at: null })
  expect(await t.settled(made.body.ref)).toBe('ACTIVE_HEALTHY')
})

test('it is made of a backup or of a moment, by who may make projects', async () => {
  const { organization, name, copy } = await scene()
  const message = 'Name a backup or a moment, and not both'
  for (const body of [{}, { id: name, recovery_time_target_unix: 1 }]) {
    const refused = await copy(body)
    expect([refused.status, refused.body]).toMatchObject([422, { message }])
  }
  const { as } = await t.makeMember(organization, 'developer')
  expect((await copy({ id: name }, as)).body).toMatchObject({
    code: 'FORBIDDEN',
    data: { permission: 'projects:create' },
  })
})
