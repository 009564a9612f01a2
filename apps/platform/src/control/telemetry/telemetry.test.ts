import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersOf } from '#test/answers.ts'
import { type TestApp, testApp } from '#test/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t[Symbol.asyncDispose]())

const PATH = '/platform/telemetry/errors'

test('it answers for member, stranger, nobody and a bad body', async () => {
  const { as } = await t.cast()
  const body = { message: 'Boom', path: '/organizations' }
  const bad = { message: 'x'.repeat(2001), path: '/' }
  const answers = await answersOf(t.call, as, [{ method: 'POST', path: PATH, body, bad }])
  expect(answers).toMatchInlineSnapshot(`
    {
      "POST /platform/telemetry/errors": "nobody 401 UNAUTHORIZED, stranger 200, bad 422 BAD_INPUT, member 200",
    }
  `)
})

test('a broken page stands in this installation’s log, and in no other place', async () => {
  const user = await t.makeUser()
  const headers = { 'x-request-id': 'request-000002' }
  const body = { message: 'Boom', stack: 'at Page', path: '/organizations' }
  await t.call('POST', PATH, { as: await t.signIn(user), body, headers })
  const lines = t.logged.filter((line) => line.includes('a page of the dashboard broke'))
  expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
    level: 40,
    requestId: 'request-000002',
    userId: user.id,
    report: body,
  })
  const audited = t.db.selectFrom('audit_log').select('id').where('action', 'like', 'telemetry.%')
  expect(await audited.execute()).toEqual([])
})
