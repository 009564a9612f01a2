import type { VaultSecret } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectRow } from '#app/base/context.ts'
import { answersOf } from '#test/answers.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { vaultHandlers } from './handlers.ts'

let t: RunningApp
let project: ProjectRow
let cast: Awaited<ReturnType<RunningApp['cast']>>
let path: string

beforeAll(async () => {
  t = await runningApp({ router: (parts: RunningParts) => ({ vault: vaultHandlers(parts) }) })
  cast = await t.cast()
  project = await t.makeRunningProject(cast.organization)
  path = `/platform/projects/${project.ref}/vault/secrets`
})
afterAll(() => t[Symbol.asyncDispose]())

const as = () => ({ as: cast.as.member })
const make = async (body: object) =>
  (await t.call<VaultSecret>('POST', path, { ...as(), body })).body
const reveal = async (id: string) =>
  (await t.call<{ secret: string }>('POST', `${path}/${id}/reveal`, as())).body

test('every call answers for member, stranger, nobody and a bad body', async () => {
  const one = `${path}/00000000-0000-4000-8000-000000000000`
  expect(
    await answersOf(t.call, cast.as, [
      { method: 'GET', path },
      { method: 'POST', path, body: { secret: 'x' }, bad: { secret: '' } },
      { method: 'PATCH', path: one, body: { name: 'x' }, bad: { secret: '' } },
      { method: 'POST', path: `${one}/reveal` },
      { method: 'DELETE', path: one },
    ]),
  ).toMatchInlineSnapshot(`
    {
      "DELETE /platform/projects/…/vault/secrets/…": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 404 SECRET_NOT_FOUND",
      "GET /platform/projects/…/vault/secrets": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "PATCH /platform/projects/…/vault/secrets/…": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 404 SECRET_NOT_FOUND",
      "POST /platform/projects/…/vault/secrets": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 201",
      "POST /platform/projects/…/vault/secrets/…/reveal": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 404 SECRET_NOT_FOUND",
    }
  `)
})

test('a secret is sealed where it lies, and opened for who may', async () => {
  const made = await make({ secret: 'grandmother’s recipe', name: 'recipe', description: 'old' })
  expect(made).toMatchObject({ name: 'recipe', description: 'old' })
  expect(await reveal(made.id)).toEqual({ secret: 'grandmother’s recipe' })
  const listed = await t.call<VaultSecret[]>('GET', path, as())
  expect(listed.body).toContainEqual(made)
  const stored = await t.inside(project.ref, (client) =>
    client.query('select * from vault.secrets'),
  )
  const audit = await t.db.selectFrom('audit_log').selectAll().execute()
  expect(JSON.stringify([listed.body, stored.rows, audit])).not.toContain('grandmother')
  expect(audit.map(({ action }) => action)).toContain('vault.reveal')

  const reader = await t.makeMember(cast.organization, 'read_only')
  expect((await t.call('GET', path, { as: reader.as })).status).toBe(200)
  expect((await t.call('POST', `${path}/${made.id}/reveal`, { as: reader.as })).status).toBe(403)
})

test('a change is a change of what is sent only; a name is one secret’s', async () => {
  const made = await make({ secret: 'first', name: 'changing', description: 'kept' })
  const one = `${path}/${made.id}`
  const changed = await t.call<VaultSecret>('PATCH', one, { ...as(), body: { secret: 'second' } })
  expect(changed.body).toMatchObject({ name: 'changing', description: 'kept' })
  expect(await reveal(made.id)).toEqual({ secret: 'second' })
  expect(await make({ secret: 'x', name: 'changing' })).toMatchObject({ code: 'SECRET_NAME_TAKEN' })
  expect((await t.call('DELETE', one, as())).body).toEqual({ ok: true })
  expect(await reveal(made.id)).toMatchObject({ code: 'SECRET_NOT_FOUND' })
})

test('an owner’s tricks with names change nothing of it', async () => {
  await t.inside(project.ref, (client) =>
    client.query(`
      create function public.uuid_eq_trap(uuid, uuid) returns boolean language sql as 'select true';
      create operator public.= (leftarg = uuid, rightarg = uuid, function = public.uuid_eq_trap);
      alter database postgres set search_path = public, pg_catalog`),
  )
  const [one, two] = [await make({ secret: 'one' }), await make({ secret: 'two' })]
  expect(await reveal(one.id)).toEqual({ secret: 'one' })
  expect(await reveal(two.id)).toEqual({ secret: 'two' })
})

test('a project that does not run says so', async () => {
  await t.db
    .updateTable('projects')
    .set({ status: 'INACTIVE' })
    .where('id', '=', project.id)
    .execute()
  const answer = await t.call('GET', path, as())
  expect(answer.body).toMatchObject({ code: 'WRONG_PROJECT_STATUS' })
})
