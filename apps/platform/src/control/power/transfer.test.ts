import type { AuditEntry, Project } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectHandlers } from '#app/control/projects/handlers.ts'
import { answersOf } from '#test/answers.ts'
import type { As, Failure } from '#test/harness.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { powerHandlers } from './handlers.ts'
import { powerStore } from './store.ts'

let t: RunningApp
const router = (parts: RunningParts) => {
  const project = projectHandlers({ ...parts, databaseHost: '127.0.0.1', gatewayUrl: '' })
  return { power: powerHandlers({ ...parts, presentProject: project.present }).power }
}
beforeAll(async () => {
  t = await runningApp({ router })
})
afterAll(() => t[Symbol.asyncDispose]())

const transfer = (ref: string, to: string, as: As) =>
  t.call<Project & Failure>('POST', `/platform/projects/${ref}/transfer`, {
    as,
    body: { target_organization_slug: to },
  })
const auditOf = async (slug: string, as: As) => {
  const path = `/platform/organizations/${slug}/audit`
  const { body } = await t.call<{ entries: AuditEntry[] }>('GET', path, { as })
  return body.entries.map(({ action, actor, project_ref }) => [action, actor.email, project_ref])
}

test('member, stranger, nobody and a bad body', async () => {
  const { organization, as } = await t.cast()
  const { ref } = await t.makeProject(organization)
  const path = `/platform/projects/${ref}/transfer`
  const body = { target_organization_slug: 'elsewhere' }
  const bad = { target_organization_slug: '/' }
  expect(await answersOf(t.call, as, [{ method: 'POST', path, body, bad }])).toMatchInlineSnapshot(`
    {
      "POST /platform/projects/…/transfer": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 404 ORGANIZATION_NOT_FOUND",
    }
  `)
})

test('it is an owner’s, who may make projects where it goes', async () => {
  const { organization, elsewhere, as, owner } = await t.cast()
  const { ref } = await t.makeProject(organization)
  const administrator = await t.makeMember(organization, 'administrator')
  await t.addMember(elsewhere, administrator, { role: 'owner' })
  const refused = await transfer(ref, elsewhere.slug, administrator.as)
  expect(refused.body).toMatchObject({
    code: 'FORBIDDEN',
    data: { permission: 'projects:transfer' },
  })

  expect((await transfer(ref, elsewhere.slug, as.member)).body.code, 'not a member there').toBe(
    'ORGANIZATION_NOT_FOUND',
  )
  await t.addMember(elsewhere, owner, { role: 'developer' })
  const there = await transfer(ref, elsewhere.slug, as.member)
  expect(there.body).toMatchObject({ code: 'FORBIDDEN', data: { permission: 'projects:create' } })
})

test('it is on record in both organizations', async () => {
  const { organization, as, owner } = await t.cast()
  const target = await t.makeOrganization(as.member, 'Target')
  const { ref } = await t.makeProject(organization)
  const { status, body } = await transfer(ref, target.slug, as.member)
  expect([status, body.organization_slug]).toEqual([200, target.slug])
  expect((await auditOf(organization.slug, as.member))[0]).toEqual([
    'power.transfer',
    owner.email,
    ref,
  ])
  expect((await auditOf(target.slug, as.member))[0]).toEqual(['power.receive', owner.email, ref])
})

test('a transfer to where the project is already took access away from those it was shared with', async () => {
  const { organization, as } = await t.cast()
  const { ref } = await t.makeProject(organization)
  const guest = await t.makeMember(organization, 'developer', [ref])
  const refused = await transfer(ref, organization.slug, as.member)
  expect(refused.body).toMatchObject({
    code: 'BAD_INPUT',
    data: { fields: { target_organization_slug: ['The project is in this organization already'] } },
  })
  const { project_refs } = await t.db
    .selectFrom('memberships')
    .select('project_refs')
    .where('user_id', '=', guest.id)
    .executeTakeFirstOrThrow()
  expect(project_refs).toEqual([ref])
})

test('a project took add-ons along to the plan that has none', async () => {
  const { organization, as } = await t.cast()
  const target = await t.makeOrganization(as.member, 'Free')
  const { ref, id } = await t.makeProject(organization)
  const addon = { project_id: id, type: 'pitr', variant: 'pitr_7' }
  await t.db.insertInto('project_addons').values(addon).execute()
  expect((await transfer(ref, target.slug, as.member)).body.code).toBe('ADDON_UNAVAILABLE')
  await t.db.updateTable('organizations').set({ plan: 'pro' }).where('id', '=', target.id).execute()
  expect((await transfer(ref, target.slug, as.member)).status).toBe(200)
})

test('a project that somebody has moved on meanwhile is not taken along', async () => {
  const { organization, elsewhere } = await t.cast()
  const { ref } = await t.makeProject(organization)
  const seen = await t.rowOf(ref)
  await t.db.updateTable('projects').set({ status: 'PAUSING' }).where('ref', '=', ref).execute()
  const store = powerStore(t.db)
  expect(await store.moveTo(seen, elsewhere.id)).toBe(false)
  expect(await store.moveTo({ ...seen, status: 'PAUSING' }, elsewhere.id)).toBe(true)
  expect(await store.moveTo({ ...seen, status: 'PAUSING' }, organization.id)).toBe(false)
})
