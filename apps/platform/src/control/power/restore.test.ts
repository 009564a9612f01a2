import type { PauseStatus } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backupHandlers } from '#app/control/backups/handlers.ts'
import { operationHandlers } from '#app/control/operations/handlers.ts'
import type { As } from '#test/harness.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { powerHandlers } from './handlers.ts'

let t: RunningApp
beforeAll(async () => {
  t = await runningApp({
    router: (parts: RunningParts) => {
      const { power, freeProjects } = powerHandlers({
        ...parts,
        presentProject: () => Promise.reject(new Error('no transfer in this file')),
      })
      const operations = operationHandlers(parts)
      return { power, freeProjects, operations, backups: backupHandlers(parts).backups }
    },
  })
})
afterAll(() => t[Symbol.asyncDispose]())

const DAY_MS = 24 * 60 * 60 * 1000

/** An organization on the free plan with so many projects of each status; nothing works on them. */
async function scene(statuses: readonly string[]) {
  const cast = await t.cast()
  const refs: string[] = []
  for (const status of statuses) {
    const { ref } = await t.makeProject(cast.organization)
    await stand(ref, status)
    refs.push(ref)
  }
  return { ...cast, refs }
}
const stand = (ref: string, status: string) =>
  t.db.updateTable('projects').set({ status, host: 'elsewhere' }).where('ref', '=', ref).execute()
const restore = (ref: string | undefined, as: As, body: object = {}) =>
  t.call('POST', `/platform/projects/${ref}/restore`, { as, body })
const codes = (answers: readonly { status: number; body: { code?: string } }[]) =>
  answers
    .map(({ status, body }) => body.code ?? String(status))
    .toSorted((a, b) => a.localeCompare(b))

test('of two projects restored at once, where there is room for one, both came back', async () => {
  const { as, refs } = await scene(['ACTIVE_HEALTHY', 'INACTIVE', 'INACTIVE'])
  const answers = await Promise.all([restore(refs[1], as.member), restore(refs[2], as.member)])
  expect(codes(answers)).toEqual(['200', 'FREE_PROJECT_LIMIT'])
  const { body } = await t.call('GET', `/platform/projects/${refs[2]}/pause/status`, {
    as: as.member,
  })
  expect(body, 'the refused one is where it was').toBeDefined()
  const rows = await Promise.all(refs.map((ref) => t.rowOf(ref)))
  const statuses = rows.map(({ status }) => status)
  expect(statuses.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'ACTIVE_HEALTHY',
    'INACTIVE',
    'RESTORING',
  ])
})

test('a project whose restore failed stood in its own way', async () => {
  const { as, refs } = await scene(['ACTIVE_HEALTHY', 'RESTORE_FAILED'])
  expect((await restore(refs[1], as.member)).status).toBe(200)
})

test('a project that is not paused was said to be restorable', async () => {
  const cast = await scene(['ACTIVE_HEALTHY', 'PAUSING', 'INACTIVE', 'RESTORE_FAILED'])
  const can = await Promise.all(
    cast.refs.map(async (ref) => {
      const path = `/platform/projects/${ref}/pause/status`
      const { body } = await t.call<PauseStatus>('GET', path, { as: cast.as.member })
      return body.can_restore
    }),
  )
  expect(can).toEqual([false, false, true, true])
})

test('on a plan that is paid for there is always room', async () => {
  const { as, refs, organization } = await scene(['ACTIVE_HEALTHY', 'ACTIVE_HEALTHY', 'INACTIVE'])
  const path = `/platform/organizations/${organization.slug}/members/reached-free-project-limit`
  const limited = async () =>
    (await t.call<{ active_free_projects: number }[]>('GET', path, { as: as.member })).body
  expect(await limited()).toMatchObject([{ active_free_projects: 2, free_project_limit: 2 }])
  expect(codes([await restore(refs[2], as.member)])).toEqual(['FREE_PROJECT_LIMIT'])
  const byId = t.db.updateTable('organizations').where('id', '=', organization.id)
  await byId.set({ plan: 'pro' }).execute()
  expect(await limited()).toEqual([])
  expect((await restore(refs[2], as.member)).status).toBe(200)
})

test('a release channel that is not offered was taken for the one that is', async () => {
  const { as, refs } = await scene(['INACTIVE'])
  const asked = await restore(refs[0], as.member, {
    postgres_engine: '17',
    release_channel: 'beta',
  })
  expect([asked.status, asked.body.code]).toEqual([422, 'VERSION_UNAVAILABLE'])
  const other = await restore(refs[0], as.member, { postgres_engine: '18', release_channel: 'ga' })
  expect(other.body.code).toBe('VERSION_UNAVAILABLE')
  const ga = { postgres_engine: '17', release_channel: 'ga' }
  expect((await restore(refs[0], as.member, ga)).status).toBe(200)
})

test('a backup woke a paused project past its window, its plan and the rights of who asked', async () => {
  const { organization, as } = await t.cast()
  const { ref, id } = await t.makeRunningProject(organization)
  await t.call('POST', `/platform/projects/${ref}/pause`, { as: as.member })
  expect(await t.settled(ref)).toBe('INACTIVE')
  const [backup] = await t.engine.archives.backups(ref)
  const path = `/platform/database/${ref}/backups/restore`
  const wake = (who: As) => t.call('POST', path, { as: who, body: { id: backup?.name } })

  const developer = await t.makeMember(organization, 'developer')
  const forbidden = await wake(developer.as)
  expect(forbidden.body).toMatchObject({
    code: 'FORBIDDEN',
    data: { permission: 'infra:restore' },
  })
  const others = [await t.makeProject(organization), await t.makeProject(organization)]
  expect((await wake(as.member)).body.code).toBe('FREE_PROJECT_LIMIT')
  for (const other of others) await stand(other.ref, 'INACTIVE')
  const pausedAt = (daysAgo: number) =>
    t.db
      .updateTable('operations')
      .set({ finished_at: new Date(Date.now() - daysAgo * DAY_MS) })
      .where('project_id', '=', id)
      .where('kind', '=', 'pause')
      .execute()
  await pausedAt(91)
  expect((await wake(as.member)).body.code).toBe('RESTORE_WINDOW_OVER')
  expect((await t.rowOf(ref)).status).toBe('INACTIVE')
  await pausedAt(89)
  expect((await wake(as.member)).status).toBeLessThan(300)
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
})
