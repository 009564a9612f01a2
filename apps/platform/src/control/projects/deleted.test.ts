import type { AuditEntry } from '@plinth/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { powerHandlers } from '#app/control/power/handlers.ts'
import { answersOf } from '#test/answers.ts'
import type { As } from '#test/harness.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { projectHandlers } from './handlers.ts'

let t: RunningApp
beforeAll(async () => {
  t = await runningApp({
    router: (parts: RunningParts) => {
      const project = projectHandlers({ ...parts, databaseHost: '127.0.0.1', gatewayUrl: '' })
      const power = powerHandlers({ ...parts, presentProject: project.present })
      return {
        projects: project.projects,
        power: power.power,
        v1: { projects: { ...project.v1Projects, ...power.v1Power } },
      }
    },
  })
})
afterAll(() => t[Symbol.asyncDispose]())
beforeEach(() => void (t.time.aheadMs = 0))

const DAY_MS = 24 * 60 * 60 * 1000
const undelete = (ref: string, as: As) =>
  t.call('POST', `/platform/projects/${ref}/undelete`, { as })

async function deleted({ isPaused = false } = {}) {
  const cast = await t.cast()
  const { organization, as } = cast
  const { ref } = await t.makeRunningProject(organization)
  if (isPaused) {
    await t.call('POST', `/platform/projects/${ref}/pause`, { as: as.member })
    expect(await t.settled(ref)).toBe('INACTIVE')
  }
  await t.call('DELETE', `/platform/projects/${ref}`, { as: as.member })
  expect(await t.settled(ref)).toBe('REMOVED')
  const listed = async () => {
    const path = `/platform/organizations/${organization.slug}/deleted-projects`
    const { body } = await t.call<{ ref: string }[]>('GET', path, { as: as.member })
    return body.map((project) => project.ref)
  }
  return { ...cast, ref, listed }
}

test('member, stranger and nobody', async () => {
  const { ref, as, organization } = await deleted()
  const gone = { method: 'GET', path: `/platform/projects/${ref}` } as const
  const list = `/platform/organizations/${organization.slug}/deleted-projects`
  const asked = [gone, { method: 'GET', path: list }] as const
  expect(await answersOf(t.call, as, asked)).toMatchInlineSnapshot(`
    {
      "GET /platform/organizations/…/deleted-projects": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, member 200",
      "GET /platform/projects/…": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 404 PROJECT_NOT_FOUND",
    }
  `)
  const path = `/platform/projects/${ref}/undelete`
  expect(await answersOf(t.call, as, [{ method: 'POST', path }])).toMatchInlineSnapshot(`
    {
      "POST /platform/projects/…/undelete": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
    }
  `)
})

test('only an owner brings it back, and once', async () => {
  const { ref, as, organization, listed } = await deleted()
  for (const role of ['administrator', 'developer', 'read_only'] as const) {
    const other = await t.makeMember(organization, role)
    const { status, body } = await undelete(ref, other.as)
    expect([role, status, body.data?.['permission']]).toEqual([role, 403, 'organizations:update'])
  }
  expect(await listed()).toEqual([ref])
  const both = await Promise.all([undelete(ref, as.member), undelete(ref, as.member)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
  expect(await listed()).toEqual([])
})

test('that a project was brought back was not on its organization’s record', async () => {
  const { ref, as, organization, owner } = await deleted()
  const reader = await t.makeMember(organization, 'read_only')
  await undelete(ref, reader.as)
  await undelete(ref, as.member)
  const path = `/platform/organizations/${organization.slug}/audit?limit=2`
  const { body } = await t.call<{ entries: AuditEntry[] }>('GET', path, { as: as.member })
  expect(body.entries).toMatchObject([
    { action: 'projects.undelete', project_ref: ref, actor: { email: owner.email } },
    { action: 'projects.undelete', project_ref: ref, outcome: 'failed', error_code: 'FORBIDDEN' },
  ])
})

test('a project could be brought back for as long as nobody had removed its files', async () => {
  const { ref, as, listed } = await deleted()
  t.time.aheadMs = 7 * DAY_MS + 1000
  expect(await listed()).toEqual([])
  const late = await undelete(ref, as.member)
  expect(late.body).toMatchObject({
    code: 'PROJECT_NOT_FOUND',
    message: 'This project was deleted more than 7 days ago and is gone for good',
  })
  t.time.aheadMs = 7 * DAY_MS - 60_000
  expect((await undelete(ref, as.member)).status).toBe(200)
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
})

test('a paused project came back running, whatever its plan and its window said', async () => {
  const { ref, as, listed } = await deleted({ isPaused: true })
  const both = await Promise.all([undelete(ref, as.member), undelete(ref, as.member)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  expect(await t.settled(ref)).toBe('INACTIVE')
  expect(t.engine.observe(ref)).toEqual({ state: 'stopped' })
  expect(await listed()).toEqual([])
  const path = `/platform/projects/${ref}/pause/status`
  const { body } = await t.call('GET', path, { as: as.member })
  expect(body).toMatchObject({ can_restore: true, remaining_days_till_restore_disabled: 90 })
  await t.call('POST', `/platform/projects/${ref}/restore`, { as: as.member, body: {} })
  expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
})

test('what is being removed for good is not brought back', async () => {
  const { ref, as } = await deleted({ isPaused: true })
  const row = await t.rowOf(ref)
  await t.db.updateTable('projects').set({ host: 'elsewhere' }).where('ref', '=', ref).execute()
  await t.parts.lifecycle.begin(row, { kind: 'purge', requestedBy: null })
  expect((await undelete(ref, as.member)).body.code).toBe('OPERATION_CONFLICT')
  expect((await t.rowOf(ref)).status).toBe('REMOVED')
})
