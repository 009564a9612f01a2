import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersOf } from '#test/answers.ts'
import { type TestApp, testApp } from '#test/harness.ts'
import { controlRouter } from '#test/control-router.ts'
import { feedbackHandlers } from './handlers.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({
    router: (parts) => ({ ...controlRouter(parts), feedback: feedbackHandlers(parts) }),
  })
})
afterAll(() => t[Symbol.asyncDispose]())

const path = '/platform/feedback/downgrade'

test('anybody with an account says why they leave, and nobody else', async () => {
  const { as } = await t.cast()
  const body = { reasons: ['price'], exitAction: 'delete' }
  const bad = { reasons: 'price', exitAction: 'stay' }
  expect(await answersOf(t.call, as, [{ method: 'POST', path, body, bad }])).toMatchInlineSnapshot(`
    {
      "POST /platform/feedback/downgrade": "nobody 401 UNAUTHORIZED, stranger 201, bad 422 BAD_INPUT, member 201",
    }
  `)
})

test('it is kept as it was said', async () => {
  const { as, owner, organization } = await t.cast()
  const said = { message: 'Bye', additionalFeedback: 'Half of it', reasons: 'price' }
  const of = { projectRef: 'abcdefghijklmnopqrst', orgSlug: organization.slug }
  const answer = await t.call('POST', path, { as: as.member, body: { ...of, ...said } })
  expect(answer.status).toBe(201)
  const rows = await t.db
    .selectFrom('exit_feedback')
    .selectAll()
    .where('user_id', '=', owner.id)
    .execute()
  expect(rows).toMatchObject([
    {
      organization_slug: of.orgSlug,
      project_ref: of.projectRef,
      exit_action: 'delete',
      reasons: ['price'],
      message: 'Bye',
      additional_feedback: 'Half of it',
    },
  ])
})

test('one account filled the table as fast as it could write', async () => {
  const { as } = await t.cast()
  const say = () => t.call('POST', path, { as: as.member, body: { reasons: 'none' } })
  for (let said = 0; said < 50; said++) expect((await say()).status).toBe(201)
  const refused = await say()
  expect([refused.status, refused.body.code]).toEqual([429, 'TOO_MANY_REQUESTS'])
})
