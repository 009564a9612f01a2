import type { Addons, Subscription } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersOf } from '#test/answers.ts'
import { controlRouter } from '#test/control-router.ts'
import { type TestApp, testApp } from '#test/harness.ts'
import { addonHandlers } from './handlers.ts'
import { hasPitr, pitrDays } from './service.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ router: (parts) => ({ ...controlRouter(parts), ...addonHandlers(parts) }) })
})
afterAll(() => t[Symbol.asyncDispose]())

const pitr = (days: number) => ({ addon_type: 'pitr', addon_variant: `pitr_${days}` })

async function scene({ plan = 'pro', size = 'small' } = {}) {
  const { organization, as } = await t.cast()
  const project = await t.makeProject(organization)
  await t.db.updateTable('organizations').set({ plan }).where('id', '=', organization.id).execute()
  await t.db
    .updateTable('projects')
    .set({ instance_size: size })
    .where('id', '=', project.id)
    .execute()
  const path = `/platform/projects/${project.ref}/billing/addons`
  const subscription = `/platform/organizations/${organization.slug}/billing/subscription`
  return { organization, as, project, path, subscription }
}

test('every call answers for member, stranger, nobody and a bad body', async () => {
  const { as, path, subscription } = await scene()
  const answers = await answersOf(t.call, as, [
    { method: 'GET', path },
    { method: 'POST', path, body: pitr(7), bad: { ...pitr(7), addon_type: 'moon' } },
    { method: 'DELETE', path: `${path}/pitr_7` },
    { method: 'GET', path: subscription },
  ])
  expect(answers).toMatchInlineSnapshot(`
    {
      "DELETE /platform/projects/…/billing/addons/pitr_7": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /platform/organizations/…/billing/subscription": "nobody 401 UNAUTHORIZED, stranger 404 ORGANIZATION_NOT_FOUND, member 200",
      "GET /platform/projects/…/billing/addons": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "POST /platform/projects/…/billing/addons": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 200",
    }
  `)
})

test('only who may change what is paid for may change an add-on', async () => {
  const { organization, path, project } = await scene()
  const developer = await t.makeMember(organization, 'developer')
  const ofProject = await t.makeMember(organization, 'administrator', [project.ref])
  const administrator = await t.makeMember(organization, 'administrator')
  for (const { as } of [developer, ofProject]) {
    const { status, body } = await t.call('POST', path, { as, body: pitr(7) })
    expect([status, body.data]).toEqual([403, { permission: 'billing:write' }])
    expect((await t.call('GET', path, { as })).status).toBe(200)
  }
  const chosen = await t.call('POST', path, { as: administrator.as, body: pitr(7) })
  expect(chosen.status).toBe(200)
})

test('naming an organization of one’s own opens nobody else’s project', async () => {
  const { path } = await scene()
  const other = await scene()
  const body = { ...pitr(7), slug: other.organization.slug }
  const answer = await t.call('POST', path, { as: other.as.member, body })
  expect([answer.status, answer.body.code]).toEqual([422, 'BAD_INPUT'])
  const query = `${path}/pitr_7?slug=${other.organization.slug}`
  const removed = await t.call('DELETE', query, { as: other.as.member })
  expect(removed.status).toBeGreaterThanOrEqual(400)
})

test('one window of point-in-time restore takes the place of another', async () => {
  const { as, path, project } = await scene()
  const chosen = ({ selected_addons }: Addons) =>
    selected_addons.map(({ variant }) => variant.identifier)
  const select = async (days: number) =>
    chosen((await t.call<Addons>('POST', path, { as: as.member, body: pitr(days) })).body)

  expect(await hasPitr(t.db, project.id)).toBe(false)
  expect(await select(7)).toEqual(['ci_small', 'pitr_7'])
  expect(await select(28)).toEqual(['ci_small', 'pitr_28'])
  expect(await pitrDays(t.db, project.id)).toBe(28)

  const gone = await t.call('DELETE', `${path}/pitr_7`, { as: as.member })
  expect([gone.status, gone.body.code]).toEqual([404, 'ADDON_NOT_FOUND'])
  const left = await t.call<Addons>('DELETE', `${path}/pitr_28`, { as: as.member })
  expect(chosen(left.body)).toEqual(['ci_small'])
  expect(await hasPitr(t.db, project.id)).toBe(false)
})

test('what cannot be had says why, and is refused for that', async () => {
  const free = await scene({ plan: 'free' })
  const tiny = await scene({ size: 'nano' })
  const fitting = await scene()
  const refusal = async ({ as, path }: typeof free, body: object) => {
    const answer = await t.call('POST', path, { as: as.member, body })
    return [answer.body.code, answer.body.message]
  }
  const ipv4 = { addon_type: 'ipv4', addon_variant: 'ipv4_default' }
  const domain = { addon_type: 'custom_domain', addon_variant: 'cd_default' }
  expect(await refusal(free, pitr(7))).toEqual([
    'ADDON_UNAVAILABLE',
    'The free plan has no add-ons',
  ])
  expect(await refusal(tiny, pitr(7))).toEqual([
    'ADDON_UNAVAILABLE',
    'It needs at least Small compute',
  ])
  expect((await refusal(tiny, ipv4))[0]).toBe('ADDON_UNAVAILABLE')
  expect((await refusal(fitting, domain))[0]).toBe('ADDON_UNAVAILABLE')
  expect(await refusal(fitting, { ...pitr(7), addon_variant: 'cd_default' })).toEqual([
    'BAD_INPUT',
    'Point-in-time restore is offered as pitr_7, pitr_14, pitr_28',
  ])

  const { body } = await t.call<Addons>('GET', tiny.path, { as: tiny.as.member })
  const reasons = body.available_addons.map(({ type, unavailable_reason: why }) => [type, why])
  expect(Object.fromEntries(reasons)).toMatchObject({
    pitr: 'It needs at least Small compute',
    custom_domain: 'Projects here answer at the address of the gateway only',
  })
})

test('a subscription tells the plan and the add-ons of each project', async () => {
  const { as, path, project, subscription } = await scene({ plan: 'team' })
  await t.call('POST', path, { as: as.member, body: pitr(14) })
  const { body } = await t.call<Subscription>('GET', subscription, { as: as.member })
  expect(body).toEqual({
    plan: { id: 'team', name: 'Team', price_monthly_usd: 599 },
    is_charged: false,
    project_addons: [{ ref: project.ref, name: 'Project', variants: ['pitr_14'] }],
  })
})
