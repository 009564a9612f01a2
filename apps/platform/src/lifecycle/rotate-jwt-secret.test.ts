import type { UpdateStatus } from '@plinth/contract'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectRow } from '#app/base/context.ts'
import { apiKeyHandlers } from '#app/control/api-keys/handlers.ts'
import { configHandlers } from '#app/control/config/handlers.ts'
import { answersOf } from '#test/answers.ts'
import { gatewayFor, type TestGateway } from '#test/gateway.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'

let t: RunningApp
let g: TestGateway
let cast: Awaited<ReturnType<RunningApp['cast']>>

const router = (parts: RunningParts) => ({
  ...configHandlers({ ...parts, gatewayUrl: 'http://gateway.example', databaseHost: 'localhost' }),
  apiKeys: apiKeyHandlers(parts),
})

beforeAll(async () => {
  const faults = 'rotate_jwt_secret.switch:fail@Switch,rotate_jwt_secret.verify:fail@Verify'
  t = await runningApp({ router, faults })
  g = await gatewayFor(t)
  cast = await t.cast()
})
afterAll(async () => {
  await g[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

type Changing = { readonly update_status: UpdateStatus | null }

const rotate = async ({ ref }: ProjectRow, body: object = {}) =>
  t.call<Changing>('PATCH', `/platform/projects/${ref}/config/secrets`, {
    as: cast.as.member,
    body,
  })

async function over({ ref }: ProjectRow) {
  const path = `/platform/projects/${ref}/config/secrets/update-status`
  for (;;) {
    const { body } = await t.call<Changing>('GET', path, { as: cast.as.member })
    if (body.update_status?.status !== 'Updating') return body.update_status
    await sleep(20)
  }
}

/** Asks without a pause; answers with what was answered, each with the moment it was asked. */
function under({ ref }: ProjectRow, key: string) {
  const answers: { at: number; status: number }[] = []
  let isOver = false
  const work = async () => {
    while (!isOver) {
      const at = performance.now()
      const { status } = await g.ask(ref, '/rpc/one', { headers: { apikey: key } })
      answers.push({ at, status })
    }
  }
  const workers = Array.from({ length: 3 }, work)
  return {
    answers,
    async stop() {
      isOver = true
      await Promise.all(workers)
    },
  }
}

async function makeProject(name: string) {
  const project = await t.makeRunningProject(cast.organization, { name })
  await t.inside(project.ref, (client) =>
    client.query(`create function one() returns int language sql stable as 'select 1'`),
  )
  const { anon } = await g.keysOf(project.ref)
  await expect
    .poll(async () => (await g.ask(project.ref, '/rpc/one', { headers: { apikey: anon } })).status)
    .toBe(200)
  return project
}

test('every call answers for member, stranger, nobody and a bad body', async () => {
  const { ref } = await t.makeProject(cast.organization)
  const path = `/platform/projects/${ref}/config/secrets`
  const reader = await t.makeMember(cast.organization, 'developer')
  const answers = await answersOf(t.call, { ...cast.as, member: reader.as }, [
    { method: 'PATCH', path, body: {}, bad: { jwt_secret: 'too short' } },
    { method: 'GET', path: `${path}/update-status` },
  ])
  expect(answers).toMatchInlineSnapshot(`
    {
      "GET /platform/projects/…/config/secrets/update-status": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "PATCH /platform/projects/…/config/secrets": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 403 FORBIDDEN, member 403 FORBIDDEN",
    }
  `)
})

test('under load no answer is wrong: the old keys count until the new ones do', async () => {
  const project = await makeProject('Load')
  const made = await t.call<{ api_key: string }>('POST', `/v1/projects/${project.ref}/api-keys`, {
    as: cast.as.member,
    body: { type: 'publishable', name: 'Stays' },
  })
  const before = await g.keysOf(project.ref)
  const user = await g.tokenFor(project.ref, { role: 'authenticated' })
  const old = under(project, before.service_role)
  const stays = under(project, made.body.api_key)
  await sleep(300)

  const begun = await rotate(project)
  expect(begun.body.update_status).toMatchObject({ status: 'Updating', error: null })
  expect((await t.rowOf(project.ref)).status).toBe('ACTIVE_HEALTHY')
  expect(await over(project)).toMatchObject({ status: 'Updated', progress: 1, error: null })

  const after = await g.keysOf(project.ref)
  expect(after.anon).not.toBe(before.anon)
  const fresh = under(project, after.service_role)
  await sleep(500)
  await Promise.all([old.stop(), stays.stop(), fresh.stop()])

  // a key that no rotation touches, and the new ones from the moment they are told
  expect(new Set(stays.answers.map(({ status }) => status))).toEqual(new Set([200]))
  expect(new Set(fresh.answers.map(({ status }) => status))).toEqual(new Set([200]))
  // the old ones: good, then refused, never both
  const inOrder = old.answers.toSorted((a, b) => a.at - b.at)
  const firstRefused = inOrder.findIndex(({ status }) => status !== 200)
  expect(firstRefused).toBeGreaterThan(0)
  const ends = inOrder.slice(firstRefused + old.answers.length * 0.05)
  expect(new Set(ends.map(({ status }) => status))).toEqual(new Set([401]))
  const headers = { apikey: after.anon, authorization: `Bearer ${user}` }
  expect((await g.ask(project.ref, '/rpc/one', { headers })).status).toBe(401)
  expect((await t.rowOf(project.ref)).status).toBe('ACTIVE_HEALTHY')
})

test('a typed secret is taken, the present one is not', async () => {
  const project = await makeProject('Typed')
  const typed = 'a-secret-that-somebody-typed-in-himself'
  await rotate(project, { jwt_secret: typed })
  expect(await over(project)).toMatchObject({ status: 'Updated' })
  expect(await g.secretOf(project.ref)).toBe(typed)
  const again = await rotate(project, { jwt_secret: typed })
  expect(again.body).toMatchObject({ code: 'BAD_INPUT' })
  // neither the operation nor the log of who did what holds it
  const [operation] = await t.parts.lifecycle.operations.newest(project.id, 1)
  const audit = await t.db.selectFrom('audit_log').selectAll().execute()
  expect(JSON.stringify([operation, audit, t.logged])).not.toContain(typed)
})

test.each(['Switch', 'Verify'])('one that fails at its step %s changed nothing', async (name) => {
  const project = await makeProject(name)
  const [keys, secret] = [await g.keysOf(project.ref), await g.secretOf(project.ref)]
  await rotate(project)
  const status = await over(project)
  expect(status).toMatchObject({ status: 'Failed' })
  expect(status?.error).toContain(`rotate_jwt_secret.${name.toLowerCase()}`)
  expect(await g.secretOf(project.ref)).toBe(secret)
  expect(await g.keysOf(project.ref)).toEqual(keys)
  await expect
    .poll(async () => {
      const headers = { apikey: keys.service_role }
      return (await g.ask(project.ref, '/rpc/one', { headers })).status
    })
    .toBe(200)
  expect((await t.rowOf(project.ref)).status).toBe('ACTIVE_HEALTHY')
})
