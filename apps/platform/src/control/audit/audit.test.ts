import type { AuditEntry } from '@plinth/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answersOf } from '#test/answers.ts'
import { type As, type TestApp, testApp } from '#test/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t[Symbol.asyncDispose]())

type Page = { readonly entries: AuditEntry[]; readonly next: string | null }
type Place = { readonly slug: string }

const auditOf = ({ slug }: Place) => `/platform/organizations/${slug}/audit`
const entriesOf = async (organization: Place, as: As, query = '') =>
  (await t.call<Page>('GET', `${auditOf(organization)}${query}`, { as })).body
const rename = (organization: Place, as: As, name: string) =>
  t.call('PATCH', `/platform/organizations/${organization.slug}`, { as, body: { name } })

test('it answers for member, stranger, nobody and a bad query', async () => {
  const { organization, as } = await t.cast()
  const path = auditOf(organization)
  const answers = await answersOf(t.call, as, [{ method: 'GET', path }])
  expect(answers).toMatchInlineSnapshot(`
    {
      "GET /platform/organizations/…/audit": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, member 200",
    }
  `)
  for (const query of ['limit=0', 'limit=201', 'before=x', 'before=9999999999999999999', 'a=b']) {
    const refused = await t.call('GET', `${path}?${query}`, { as: as.member })
    expect([query, refused.body.code]).toEqual([query, 'BAD_INPUT'])
  }
})

test('owners and administrators read it', async () => {
  const { organization } = await t.cast()
  const statuses: Record<string, number> = {}
  for (const role of ['owner', 'administrator', 'developer', 'read_only'] as const) {
    const { as } = await t.makeMember(organization, role)
    statuses[role] = (await t.call('GET', auditOf(organization), { as })).status
  }
  expect(statuses).toEqual({ owner: 200, administrator: 200, developer: 403, read_only: 403 })
})

describe('a change is on record', () => {
  test('with who, what, when and from where', async () => {
    const { organization, owner, as } = await t.cast()
    const headers = { 'x-forwarded-for': '192.0.2.9', 'x-request-id': 'request-000001' }
    await t.call('PATCH', `/platform/organizations/${organization.slug}`, {
      as: as.member,
      headers,
      body: { name: 'Renamed' },
    })
    const { entries } = await entriesOf(organization, as.member)
    expect(entries[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      action: 'organizations.update',
      actor: { id: owner.id, email: owner.email, via: 'session' },
      project_ref: null,
      target: { slug: organization.slug, name: 'Renamed' },
      outcome: 'succeeded',
      error_code: null,
      ip_address: '192.0.2.9',
      request_id: 'request-000001',
      occurred_at: expect.any(String),
    })
  })

  test('when it failed, with the code', async () => {
    const { organization, owner, as } = await t.cast()
    const path = `/platform/organizations/${organization.slug}/members/${owner.id}`
    await t.call('DELETE', path, { as: as.member })
    const { entries } = await entriesOf(organization, as.member)
    expect(entries[0]).toMatchObject({
      action: 'members.remove',
      outcome: 'failed',
      error_code: 'LAST_OWNER',
    })
  })

  test('when what was sent is not valid, and when the fault is ours', async () => {
    const { organization, as } = await t.cast()
    await rename(organization, as.member, ' ')
    await sql`alter table organizations add constraint bug check (name <> 'Broken') not valid`.execute(
      t.db,
    )
    const broken = await rename(organization, as.member, 'Broken')
    expect(broken.body.code).toBe('INTERNAL')
    const { entries } = await entriesOf(organization, as.member, '?limit=2')
    expect(entries.map(({ outcome, error_code }) => [outcome, error_code])).toEqual([
      ['failed', 'INTERNAL'],
      ['failed', 'BAD_INPUT'],
    ])
  })

  test('where it belongs, even when the call itself could not say so yet', async () => {
    const { organization, owner, as, stranger } = await t.cast()
    const path = `/platform/organizations/${organization.slug}/invitations`
    const invite = async (email: string) => {
      const body = { email, role: 'developer' }
      const made = await t.call<{ url: string }>('POST', path, { as: as.member, body })
      return `/platform/invitations/${new URL(made.body.url).searchParams.get('token')}/accept`
    }
    await t.call('POST', await invite(stranger.email), { as: as.stranger, body: {} })
    const newcomer = { name: 'New', password: 'correct horse battery' }
    await t.call('POST', await invite('joined@example.com'), { body: newcomer })
    const { entries } = await entriesOf(organization, as.member)
    expect(entries.map(({ action, actor }) => `${action} by ${actor.email}`)).toEqual([
      'invitations.accept by joined@example.com',
      `invitations.create by ${owner.email}`,
      `invitations.accept by ${stranger.email}`,
      `invitations.create by ${owner.email}`,
      `organizations.create by ${owner.email}`,
    ])
  })

  test('without the secrets that were sent', async () => {
    const { as } = await t.cast()
    const body = { current_password: 'secret phrase one', new_password: 'secret phrase two' }
    await t.call('POST', '/platform/profile/password', { as: as.member, body })
    const rows = await t.db
      .selectFrom('audit_log')
      .select('target')
      .where('action', '=', 'auth.changePassword')
      .execute()
    expect(rows).toEqual([{ target: {} }])
  })

  test('reading is none', async () => {
    const { organization, as } = await t.cast()
    const before = await entriesOf(organization, as.member)
    await t.call('GET', `/platform/organizations/${organization.slug}`, { as: as.member })
    expect(await entriesOf(organization, as.member)).toEqual(before)
  })
})

test('what cannot be recorded is not done', async () => {
  const { organization, as } = await t.cast()
  await sql`alter table audit_log add constraint full_disk check (action <> 'organizations.update') not valid`.execute(
    t.db,
  )
  const answer = await rename(organization, as.member, 'Unseen')
  await sql`alter table audit_log drop constraint full_disk`.execute(t.db)
  expect(answer.body).toMatchObject({ code: 'INTERNAL' })
  const { name } = await t.db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', organization.id)
    .executeTakeFirstOrThrow()
  expect(name).toBe('Acme')
})

test('pages follow one another without a gap, whatever is added meanwhile', async () => {
  const { organization, as, elsewhere } = await t.cast()
  for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
    await rename(organization, as.member, name)
    await rename(elsewhere, as.stranger, name)
  }
  const names = ({ entries }: Page) => entries.map(({ target }) => target['name'])
  const first = await entriesOf(organization, as.member, '?limit=2')
  await rename(organization, as.member, 'Six')
  const second = await entriesOf(organization, as.member, `?limit=2&before=${first.next}`)
  const third = await entriesOf(organization, as.member, `?limit=2&before=${second.next}`)
  expect([names(first), names(second), names(third).slice(0, 1)]).toEqual([
    ['Five', 'Four'],
    ['Three', 'Two'],
    ['One'],
  ])
  const all = await entriesOf(organization, as.member)
  expect(all.next).toBeNull()
})
