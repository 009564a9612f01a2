import type { Organization } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answersOf } from '#test/answers.ts'
import { type TestApp, testApp } from '#test/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t[Symbol.asyncDispose]())

const ORGANIZATIONS = '/platform/organizations'

test('every call answers for member, stranger, nobody and a bad body', async () => {
  const { organization, as } = await t.cast()
  const one = `${ORGANIZATIONS}/${organization.slug}`
  const answers = await answersOf(t.call, as, [
    { method: 'GET', path: ORGANIZATIONS },
    { method: 'POST', path: ORGANIZATIONS, body: { name: 'One' }, bad: { name: '', color: 'red' } },
    { method: 'GET', path: one },
    { method: 'PATCH', path: one, body: { name: 'Two' }, bad: { billing_email: 'nowhere' } },
    { method: 'GET', path: '/v1/organizations' },
    { method: 'POST', path: '/v1/organizations', body: { name: 'Three' }, bad: {} },
    { method: 'GET', path: `/v1/organizations/${organization.slug}` },
    { method: 'DELETE', path: one },
  ])
  expect(answers).toMatchInlineSnapshot(`
    {
      "DELETE /platform/organizations/…": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, member 200",
      "GET /platform/organizations": "nobody 401 UNAUTHORIZED, stranger 200, member 200",
      "GET /platform/organizations/…": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, member 200",
      "GET /v1/organizations": "nobody 401 UNAUTHORIZED, stranger 200, member 200",
      "GET /v1/organizations/…": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, member 200",
      "PATCH /platform/organizations/…": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, bad 422 BAD_INPUT, member 200",
      "POST /platform/organizations": "nobody 401 UNAUTHORIZED, stranger 201, bad 422 BAD_INPUT, member 201",
      "POST /v1/organizations": "nobody 401 UNAUTHORIZED, stranger 201, bad 422 BAD_INPUT, member 201",
    }
  `)
})

test('an organization belongs to whoever made it, at once', async () => {
  const user = await t.makeUser()
  const as = await t.signIn(user)
  // asked before, so that what is remembered of this person is from before
  await t.call('GET', ORGANIZATIONS, { as })
  const made = await t.call<Organization>('POST', ORGANIZATIONS, { as, body: { name: ' Acme ' } })
  expect(made.status).toBe(201)
  expect(made.body).toMatchObject({
    name: 'Acme',
    slug: expect.stringMatching(/^[a-z]{20}$/),
    plan: { id: 'free', name: 'Free' },
    role: 'owner',
    project_count: 0,
    billing_email: null,
  })
  const seen = await t.call<Organization>('GET', `${ORGANIZATIONS}/${made.body.slug}`, { as })
  expect(seen.body).toEqual(made.body)
})

test('a change touches only what was sent', async () => {
  const { organization, as } = await t.cast()
  const path = `${ORGANIZATIONS}/${organization.slug}`
  const change = async (body: object) =>
    (await t.call<Organization>('PATCH', path, { as: as.member, body })).body
  const tags = ['AI_SQL_GENERATOR_OPT_IN']
  await change({ billing_email: 'Bills@Example.com', opt_in_tags: tags })
  const changed = await change({ name: 'Renamed' })
  expect(changed).toEqual({
    ...organization,
    name: 'Renamed',
    billing_email: 'bills@example.com',
    opt_in_tags: tags,
  })
  expect(await change({})).toEqual(changed)
})

test('only an owner changes or deletes it', async () => {
  const { organization } = await t.cast()
  const path = `${ORGANIZATIONS}/${organization.slug}`
  const rows: Record<string, number[]> = {}
  for (const role of ['administrator', 'developer', 'read_only'] as const) {
    const { as } = await t.makeMember(organization, role)
    const seen = await t.call<Organization>('GET', path, { as })
    expect(seen.body.role).toBe(role)
    const changed = await t.call('PATCH', path, { as, body: { name: 'Mine' } })
    const deleted = await t.call('DELETE', path, { as })
    rows[role] = [seen.status, changed.status, deleted.status]
  }
  expect(rows).toEqual({
    administrator: [200, 403, 403],
    developer: [200, 403, 403],
    read_only: [200, 403, 403],
  })
})

describe('projects', () => {
  test('are counted as far as the caller sees them', async () => {
    const { organization, as } = await t.cast()
    const first = await t.makeProject(organization, 'First')
    await t.makeProject(organization, 'Second')
    const gone = await t.makeProject(organization, 'Gone')
    await t.db
      .updateTable('projects')
      .set({ deleted_at: new Date() })
      .where('id', '=', gone.id)
      .execute()
    const guest = await t.makeMember(organization, 'developer', [first.ref])
    const count = async (who: typeof as.member) => {
      const { body } = await t.call<Organization[]>('GET', ORGANIZATIONS, { as: who })
      return body.map(({ project_count }) => project_count)
    }
    expect(await count(as.member)).toEqual([2])
    expect(await count(guest.as)).toEqual([1])
  })

  test('keep their organization from being deleted, even when they are only deleted softly', async () => {
    const { organization, as } = await t.cast()
    const path = `${ORGANIZATIONS}/${organization.slug}`
    const project = await t.makeProject(organization)
    const refused = await t.call('DELETE', path, { as: as.member })
    expect(refused.body).toMatchObject({ code: 'ORGANIZATION_NOT_EMPTY' })
    await t.db
      .updateTable('projects')
      .set({ deleted_at: new Date() })
      .where('id', '=', project.id)
      .execute()
    const again = await t.call('DELETE', path, { as: as.member })
    expect(again.status).toBe(409)
    expect(again.body.message).toContain('brought back')
    await t.db.deleteFrom('projects').where('id', '=', project.id).execute()
    expect((await t.call('DELETE', path, { as: as.member })).status).toBe(200)
    expect((await t.call('GET', path, { as: as.member })).status).toBe(404)
  })
})

test('a text that cannot be stored is refused, wherever it stands', async () => {
  const { as } = await t.cast()
  const make = (name: string) => t.call('POST', ORGANIZATIONS, { as: as.member, body: { name } })
  const answers = [
    await make('a\0b'),
    await make('half a duck \ud83e'),
    await t.call('GET', `${ORGANIZATIONS}/%00`, { as: as.member }),
  ]
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [422, 'BAD_INPUT'],
    [422, 'BAD_INPUT'],
    [422, 'BAD_INPUT'],
  ])
})

test('a stranger cannot tell an organization from none', async () => {
  const { organization, as } = await t.cast()
  const at = (slug: string) => t.call('GET', `${ORGANIZATIONS}/${slug}`, { as: as.stranger })
  const [real, made] = [await at(organization.slug), await at('a'.repeat(20))]
  expect(real.status).toBe(404)
  expect(real.body).toEqual(made.body)
})
