import type { Member, Role } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answersOf } from '#test/answers.ts'
import { type As, type TestApp, testApp } from '#test/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t[Symbol.asyncDispose]())

const ROLES = ['owner', 'administrator', 'developer', 'read_only'] as const
const membersOf = ({ slug }: { slug: string }) => `/platform/organizations/${slug}/members`

test('every call answers for member, stranger, nobody and a bad body', async () => {
  const { organization, as } = await t.cast()
  const path = membersOf(organization)
  const { id } = await t.makeMember(organization, 'developer')
  const answers = await answersOf(t.call, as, [
    { method: 'GET', path },
    { method: 'PATCH', path: `${path}/${id}`, body: { role: 'read_only' }, bad: { role: 'king' } },
    { method: 'DELETE', path: `${path}/${id}` },
    { method: 'PATCH', path: `${path}/unknown`, body: { role: 'read_only' } },
    { method: 'DELETE', path: `${path}/unknown` },
  ])
  expect(answers).toMatchInlineSnapshot(`
    {
      "DELETE /platform/organizations/…/members/unknown": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, member 404 MEMBER_NOT_FOUND",
      "DELETE /platform/organizations/…/members/…": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, member 200",
      "GET /platform/organizations/…/members": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, member 200",
      "PATCH /platform/organizations/…/members/unknown": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, member 404 MEMBER_NOT_FOUND",
      "PATCH /platform/organizations/…/members/…": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, bad 422 BAD_INPUT, member 200",
    }
  `)
})

test('whoever has the whole organization sees who is in it, and with which role', async () => {
  const { organization, owner } = await t.cast()
  const project = await t.makeProject(organization)
  const guest = await t.makeMember(organization, 'developer', [project.ref])
  const reader = await t.makeMember(organization, 'read_only')
  const path = membersOf(organization)
  expect((await t.call('GET', path, { as: guest.as })).status).toBe(403)
  const { body } = await t.call<Member[]>('GET', path, { as: reader.as })
  expect(body).toEqual([
    {
      user_id: owner.id,
      name: 'Owner',
      email: owner.email,
      grants: [{ role: 'owner', project_refs: null }],
      joined_at: expect.any(String),
    },
    expect.objectContaining({
      user_id: guest.id,
      grants: [{ role: 'developer', project_refs: [project.ref] }],
    }),
    expect.objectContaining({ user_id: reader.id }),
  ])
})

describe('who may change whom', () => {
  const change = (path: string, as: As, role: Role) => t.call('PATCH', path, { as, body: { role } })

  test('giving a role', async () => {
    const { organization } = await t.cast()
    const rows: Record<string, string[]> = {}
    for (const by of ROLES) {
      const actor = await t.makeMember(organization, by)
      const allowed: string[] = []
      for (const from of ROLES) {
        for (const to of ROLES) {
          const target = await t.makeMember(organization, from)
          const path = `${membersOf(organization)}/${target.id}`
          const { status, body } = await change(path, actor.as, to)
          if (status === 200) allowed.push(`${from} → ${to}`)
          else expect(body.code).toBe('FORBIDDEN')
        }
      }
      rows[by] = allowed
    }
    expect(rows['owner']).toHaveLength(16)
    expect(rows['administrator']).toHaveLength(9)
    expect(rows['administrator']?.join()).not.toContain('owner')
    expect([rows['developer'], rows['read_only']]).toEqual([[], []])
  })

  test('removing, and leaving', async () => {
    const { organization } = await t.cast()
    const rows: Record<string, string[]> = {}
    for (const by of ROLES) {
      const actor = await t.makeMember(organization, by)
      const removed: string[] = []
      for (const from of ROLES) {
        const target = await t.makeMember(organization, from)
        const path = `${membersOf(organization)}/${target.id}`
        if ((await t.call('DELETE', path, { as: actor.as })).status === 200) removed.push(from)
      }
      const path = `${membersOf(organization)}/${actor.id}`
      if ((await t.call('DELETE', path, { as: actor.as })).status === 200)
        removed.push('themselves')
      rows[by] = removed
      expect((await t.call('GET', membersOf(organization), { as: actor.as })).status).toBe(404)
    }
    expect(rows).toEqual({
      owner: ['owner', 'administrator', 'developer', 'read_only', 'themselves'],
      administrator: ['administrator', 'developer', 'read_only', 'themselves'],
      developer: ['themselves'],
      read_only: ['themselves'],
    })
  })

  test('who has a role for some projects only has none over members', async () => {
    const { organization, owner } = await t.cast()
    const project = await t.makeProject(organization)
    const guest = await t.makeMember(organization, 'administrator', [project.ref])
    const target = await t.makeMember(organization, 'developer')
    const path = membersOf(organization)
    for (const id of [target.id, guest.id, owner.id]) {
      expect((await change(`${path}/${id}`, guest.as, 'administrator')).status).toBe(403)
    }
    expect((await t.call('DELETE', `${path}/${target.id}`, { as: guest.as })).status).toBe(403)
  })

  test('a token that may only read does not leave for its owner', async () => {
    const { organization } = await t.cast()
    const member = await t.makeMember(organization, 'developer')
    const made = await t.call<{ token: string }>('POST', '/platform/access-tokens', {
      as: member.as,
      body: { name: 'reader', scopes: ['organizations:read', 'members:read'] },
    })
    const path = `${membersOf(organization)}/${member.id}`
    const { body } = await t.call('DELETE', path, { as: { token: made.body.token } })
    expect(body).toMatchObject({ code: 'FORBIDDEN', data: { permission: 'members:write' } })
  })
})

describe('a role for some projects', () => {
  test('counts for those and is taken back by one for all', async () => {
    const { organization, as } = await t.cast()
    const project = await t.makeProject(organization)
    const member = await t.makeMember(organization, 'developer')
    const path = `${membersOf(organization)}/${member.id}`
    const some = { role: 'read_only', project_refs: [project.ref] }
    const narrowed = await t.call<Member>('PATCH', path, { as: as.member, body: some })
    expect(narrowed.body.grants).toEqual([some])
    const widened = await t.call<Member>('PATCH', path, {
      as: as.member,
      body: { role: 'developer' },
    })
    expect(widened.body.grants).toEqual([{ role: 'developer', project_refs: null }])
  })

  test('is for this organization’s projects, and never for an owner', async () => {
    const { organization, elsewhere, as } = await t.cast()
    const [ours, theirs] = [await t.makeProject(organization), await t.makeProject(elsewhere)]
    const member = await t.makeMember(organization, 'developer')
    const path = `${membersOf(organization)}/${member.id}`
    const give = async (body: object) => (await t.call('PATCH', path, { as: as.member, body })).body
    expect(await give({ role: 'developer', project_refs: [ours.ref, theirs.ref] })).toMatchObject({
      code: 'PROJECT_NOT_FOUND',
    })
    expect(await give({ role: 'developer', project_refs: ['a'.repeat(20)] })).toMatchObject({
      code: 'PROJECT_NOT_FOUND',
    })
    expect(await give({ role: 'owner', project_refs: [ours.ref] })).toMatchObject({
      code: 'BAD_INPUT',
      data: { fields: { project_refs: [expect.any(String)] } },
    })
  })
})

describe('the last owner', () => {
  test('neither leaves nor steps down', async () => {
    const { organization, owner, as } = await t.cast()
    const path = `${membersOf(organization)}/${owner.id}`
    const left = await t.call('DELETE', path, { as: as.member })
    expect(left.body).toMatchObject({ code: 'LAST_OWNER' })
    const down = await t.call('PATCH', path, { as: as.member, body: { role: 'developer' } })
    expect(down.body).toMatchObject({ code: 'LAST_OWNER' })
    expect((await t.call('PATCH', path, { as: as.member, body: { role: 'owner' } })).status).toBe(
      200,
    )
  })

  test('is left when all of them go at once', async () => {
    const { organization, owner, as } = await t.cast()
    const others = [
      await t.makeMember(organization, 'owner'),
      await t.makeMember(organization, 'owner'),
    ]
    const path = membersOf(organization)
    const goings = [{ id: owner.id, as: as.member }, ...others].map(({ id, as: who }, turn) =>
      turn % 2 === 0
        ? t.call('DELETE', `${path}/${id}`, { as: who })
        : t.call('PATCH', `${path}/${id}`, { as: who, body: { role: 'developer' } }),
    )
    const codes = (await Promise.all(goings)).map(({ status, body }) =>
      status === 200 ? 'gone' : body.code,
    )
    expect(codes.toSorted()).toEqual(['LAST_OWNER', 'gone', 'gone'])
    const owners = await t.db
      .selectFrom('memberships')
      .select('user_id')
      .where('organization_id', '=', organization.id)
      .where('role', '=', 'owner')
      .execute()
    expect(owners).toHaveLength(1)
  })
})
