import type { Invitation, Member, Session } from '@plinth/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answersOf } from '#test/answers.ts'
import { type As, type Failure, PASSWORD, type TestApp, testApp } from '#test/harness.ts'
import { invitationStore } from './invitation-store.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t[Symbol.asyncDispose]())

type Made = Invitation & { readonly url: string }
type Place = { readonly slug: string }
const HOUR = 60 * 60_000

let people = 0
const freshEmail = () => `new-${++people}@example.com`
const invitationsOf = ({ slug }: Place) => `/platform/organizations/${slug}/invitations`
const tokenIn = (url: string) => new URL(url).searchParams.get('token') ?? ''

const invite = (organization: Place, as: As, body: object) =>
  t.call<Made>('POST', invitationsOf(organization), { as, body: { role: 'developer', ...body } })
const accept = (url: string, { as, ...body }: { as?: As; name?: string; password?: string } = {}) =>
  t.call<Session & Failure>('POST', `/platform/invitations/${tokenIn(url)}/accept`, { as, body })
const newcomer = { name: 'New', password: PASSWORD }

test('every call answers for member, stranger, nobody and a bad body', async () => {
  const { organization, as } = await t.cast()
  const path = invitationsOf(organization)
  const { body } = await invite(organization, as.member, { email: freshEmail() })
  const link = `/platform/invitations/${tokenIn(body.url)}`
  const one = { email: freshEmail(), role: 'developer' }
  const answers = await answersOf(t.call, as, [
    { method: 'GET', path },
    { method: 'POST', path, body: one, bad: { ...one, email: 'nowhere' } },
    { method: 'GET', path: link },
    { method: 'POST', path: `${link}/accept`, body: { name: 'x' }, bad: { password: 'short' } },
    { method: 'DELETE', path: `${path}/${body.id}` },
    { method: 'GET', path: link },
  ])
  expect(answers).toMatchInlineSnapshot(`
    {
      "DELETE /platform/organizations/…/invitations/…": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, member 200",
      "GET /platform/invitations/…": "nobody 410 LINK_INVALID, stranger 410 LINK_INVALID, member 410 LINK_INVALID",
      "GET /platform/organizations/…/invitations": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, member 200",
      "POST /platform/invitations/…/accept": "nobody 422 BAD_INPUT, stranger 422 BAD_INPUT, bad 422 BAD_INPUT, member 422 BAD_INPUT",
      "POST /platform/organizations/…/invitations": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, bad 422 BAD_INPUT, member 201",
    }
  `)
})

test('only the answer to the one who invites carries the link', async () => {
  const { organization, as } = await t.cast()
  const email = freshEmail()
  const made = await invite(organization, as.member, { email: email.toUpperCase() })
  expect(made.status).toBe(201)
  const { url, ...rest } = made.body
  expect(url).toMatch(/^http:\/\/plinth\.test\/join\?token=[\w-]{43}$/)
  expect(rest).toMatchObject({ email, role: 'developer', invited_by: 'Owner' })
  expect(Date.parse(rest.expires_at) - Date.parse(rest.created_at)).toBe(24 * HOUR)
  const listed = await t.call('GET', invitationsOf(organization), { as: as.member })
  expect(listed.body).toEqual([rest])

  await t.call('GET', `/platform/invitations/${tokenIn(url)}`)
  await accept(url)
  const rows = await t.db.selectFrom('invitations').selectAll().execute()
  const audit = await t.db.selectFrom('audit_log').selectAll().execute()
  const everywhere = JSON.stringify([listed.body, rows, audit]) + t.logged.join('')
  expect(everywhere).not.toContain(tokenIn(url))
})

test('who may invite whom', async () => {
  const { organization, elsewhere } = await t.cast()
  const project = await t.makeProject(organization)
  const theirs = await t.makeProject(elsewhere)
  const codes = async (as: As) => {
    const code = async (body: object) => {
      const made = await invite(organization, as, { email: freshEmail(), ...body })
      return made.status === 201 ? 'invited' : (made.body as unknown as Failure).code // refused
    }
    return {
      owner: await code({ role: 'owner' }),
      administrator: await code({ role: 'administrator' }),
      'for a project': await code({ project_refs: [project.ref] }),
      'for another’s project': await code({ project_refs: [theirs.ref] }),
      'owner of a project': await code({ role: 'owner', project_refs: [project.ref] }),
    }
  }
  const by = async (role: Parameters<TestApp['makeMember']>[1]) =>
    codes((await t.makeMember(organization, role)).as)
  expect({ owner: await by('owner'), administrator: await by('administrator') }).toEqual({
    owner: {
      owner: 'invited',
      administrator: 'invited',
      'for a project': 'invited',
      'for another’s project': 'PROJECT_NOT_FOUND',
      'owner of a project': 'BAD_INPUT',
    },
    administrator: {
      owner: 'FORBIDDEN',
      administrator: 'invited',
      'for a project': 'invited',
      'for another’s project': 'PROJECT_NOT_FOUND',
      'owner of a project': 'FORBIDDEN',
    },
  })
  for (const role of ['developer', 'read_only'] as const) {
    expect(new Set(Object.values(await by(role)))).toEqual(new Set(['FORBIDDEN']))
  }
})

test('a member is not invited again; whoever is invited twice holds one link', async () => {
  const { organization, as } = await t.cast()
  const member = await t.makeMember(organization, 'developer')
  const again = await invite(organization, as.member, { email: member.email })
  expect(again.body).toMatchObject({ code: 'ALREADY_MEMBER' })

  const email = freshEmail()
  const first = await invite(organization, as.member, { email })
  const second = await invite(organization, as.member, { email, role: 'administrator' })
  expect((await accept(first.body.url, newcomer)).body.code).toBe('LINK_INVALID')
  expect((await accept(second.body.url, newcomer)).body.grants).toEqual([
    { organization_slug: organization.slug, role: 'administrator', project_refs: null },
  ])
})

describe('joining', () => {
  test('without an account makes one and signs it in', async () => {
    const { organization, as } = await t.cast()
    const project = await t.makeProject(organization)
    const email = freshEmail()
    const made = await invite(organization, as.member, { email, project_refs: [project.ref] })
    const seen = await t.call('GET', `/platform/invitations/${tokenIn(made.body.url)}`)
    expect(seen.body).toEqual({
      organization_name: 'Acme',
      organization_slug: organization.slug,
      email,
      role: 'developer',
      invited_by: 'Owner',
      expires_at: made.body.expires_at,
      has_account: false,
    })

    const joined = await accept(made.body.url, newcomer)
    expect(joined.body).toEqual({
      user: { id: expect.any(String), name: 'New', email },
      grants: [
        { organization_slug: organization.slug, role: 'developer', project_refs: [project.ref] },
      ],
      scopes: null,
    })
    const session = await t.call('GET', '/platform/auth/session', { as: joined.as })
    expect(session.body).toEqual(joined.body)
    expect((await accept(made.body.url, newcomer)).body.code).toBe('LINK_INVALID')
  })

  test('without an account asks for what an account needs, and the link stays good', async () => {
    const { organization, as } = await t.cast()
    const { url } = (await invite(organization, as.member, { email: freshEmail() })).body
    const refused = await accept(url, { name: 'New' })
    expect(refused.body).toMatchObject({
      code: 'BAD_INPUT',
      data: { fields: { password: ['Choose a password'] } },
    })
    expect((await accept(url, newcomer)).status).toBe(200)
  })

  test('with an account takes a session of that account', async () => {
    const { organization, as, stranger } = await t.cast()
    const { url } = (await invite(organization, as.member, { email: stranger.email })).body
    const seen = await t.call('GET', `/platform/invitations/${tokenIn(url)}`)
    expect(seen.body).toMatchObject({ has_account: true })

    // a new name and password must not take an account over
    const taken = await accept(url, newcomer)
    expect(taken.body.code).toBe('BAD_CREDENTIALS')
    expect(taken.body.message).toContain(stranger.email)
    expect((await accept(url, { as: as.member })).body.code, 'somebody else').toBe(
      'BAD_CREDENTIALS',
    )

    const joined = await accept(url, { as: as.stranger })
    expect(joined.body.user.id).toBe(stranger.id)
    expect(joined.body.grants).toHaveLength(2)
    const path = `/platform/organizations/${organization.slug}/members`
    const listed = await t.call<Member[]>('GET', path, { as: as.stranger })
    expect(listed.body.map(({ user_id }) => user_id)).toContain(stranger.id)
  })

  test('takes more than a token narrowed to scopes', async () => {
    const { organization, as, stranger } = await t.cast()
    const { url } = (await invite(organization, as.member, { email: stranger.email })).body
    const made = await t.call<{ token: string }>('POST', '/platform/access-tokens', {
      as: as.stranger,
      body: { name: 'reader', scopes: ['organizations:read'] },
    })
    expect((await accept(url, { as: { token: made.body.token } })).body.code).toBe('FORBIDDEN')
  })

  test('of somebody who came in another way meanwhile is refused', async () => {
    const { organization, as, stranger } = await t.cast()
    const { url } = (await invite(organization, as.member, { email: stranger.email })).body
    await t.addMember(organization, stranger, { role: 'read_only' })
    expect((await accept(url, { as: as.stranger })).body.code).toBe('ALREADY_MEMBER')
  })

  test('works once, however many do it at once', async () => {
    const { organization, as, stranger } = await t.cast()
    const known = (await invite(organization, as.member, { email: stranger.email })).body.url
    const email = freshEmail()
    const unknown = (await invite(organization, as.member, { email })).body.url
    const both = async (one: () => Promise<{ status: number }>) =>
      (await Promise.all([one(), one(), one()])).filter(({ status }) => status === 200).length
    expect(await both(() => accept(known, { as: as.stranger }))).toBe(1)
    expect(await both(() => accept(unknown, newcomer))).toBe(1)
    const users = t.db.selectFrom('users').select('id').where('email', '=', email)
    expect(await users.execute()).toHaveLength(1)

    // what settles it, without the keys of other tables that would catch it, too
    const { id } = (await invite(organization, as.member, { email: freshEmail() })).body
    const store = invitationStore(t.db)
    expect([await store.accept(id, new Date()), await store.accept(id, new Date())]).toEqual([
      true,
      false,
    ])
  })
})

describe('a link is good no longer', () => {
  const isGood = async (url: string) =>
    (await t.call('GET', `/platform/invitations/${tokenIn(url)}`)).status === 200

  test('after a day, and is then not in the list', async () => {
    const { organization, as } = await t.cast()
    const { url } = (await invite(organization, as.member, { email: freshEmail() })).body
    t.time.aheadMs = 24 * HOUR + 1000
    expect(await isGood(url)).toBe(false)
    expect((await accept(url, newcomer)).body.code).toBe('LINK_INVALID')
    const listed = await t.call('GET', invitationsOf(organization), { as: as.member })
    expect(listed.body).toEqual([])
    t.time.aheadMs = 0
  })

  test('once it was taken back', async () => {
    const { organization, as, elsewhere } = await t.cast()
    const { url, id } = (await invite(organization, as.member, { email: freshEmail() })).body
    const foreign = await t.call('DELETE', `${invitationsOf(elsewhere)}/${id}`, { as: as.stranger })
    expect(foreign.body.code).toBe('INVITATION_NOT_FOUND')
    expect(await isGood(url)).toBe(true)
    await t.call('DELETE', `${invitationsOf(organization)}/${id}`, { as: as.member })
    expect(await isGood(url)).toBe(false)
  })

  test('once whoever gave it out may not any more', async () => {
    const { organization, as } = await t.cast()
    const path = `/platform/organizations/${organization.slug}/members`
    const [demoted, removed, kept] = [
      await t.makeMember(organization, 'administrator'),
      await t.makeMember(organization, 'administrator'),
      await t.makeMember(organization, 'administrator'),
    ]
    const urls = []
    for (const { as: by } of [demoted, removed, kept]) {
      urls.push((await invite(organization, by, { email: freshEmail() })).body.url)
    }
    const body = { role: 'developer' }
    await t.call('PATCH', `${path}/${demoted.id}`, { as: as.member, body })
    await t.call('DELETE', `${path}/${removed.id}`, { as: as.member })
    expect(await Promise.all(urls.map(isGood))).toEqual([false, false, true])
  })
})
