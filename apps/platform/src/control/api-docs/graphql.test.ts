import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectRow } from '#app/base/context.ts'
import { onRecord } from '#app/http/audit.ts'
import { answersOf } from '#test/answers.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { graphqlHandlers } from './graphql.ts'

let t: RunningApp
let project: ProjectRow
let cast: Awaited<ReturnType<RunningApp['cast']>>
let path: string

beforeAll(async () => {
  const router = (parts: RunningParts) => ({
    graphql: graphqlHandlers({
      ...parts,
      onRecord: (call, run) => onRecord(parts.db, call, run),
    }),
  })
  t = await runningApp({ router })
  cast = await t.cast()
  project = await t.makeRunningProject(cast.organization)
  path = `/platform/projects/${project.ref}/api/graphql`
  await t.inside(project.ref, (client) =>
    client.query(`
      create table books (id int primary key, title text not null, owner uuid default auth.uid());
      insert into books values (1, 'Emma', 'b8b3a0a4-5a1c-4e6e-9f0a-0c9a3f1d2e4b');
      alter table books enable row level security;
      create policy own on books to authenticated using (owner = auth.uid())`),
  )
})
afterAll(() => t[Symbol.asyncDispose]())

const BOOKS = '{ allBooks { nodes { title } } }'
const ask = async (body: object, as = cast.as.member) =>
  (await t.call<object>('POST', path, { as, body })).body

test('the call answers for member, stranger, nobody and a bad body', async () => {
  expect(
    await answersOf(t.call, cast.as, [
      { method: 'POST', path, body: { query: BOOKS }, bad: { query: BOOKS, role: 'postgres' } },
    ]),
  ).toMatchInlineSnapshot(`
    {
      "POST /platform/projects/…/api/graphql": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 200",
    }
  `)
  const reader = await t.makeMember(cast.organization, 'read_only')
  const answer = await t.call('POST', path, { as: reader.as, body: { query: BOOKS } })
  expect(answer.status).toBe(403)
})

test('it runs as the role that was chosen, and as its user', async () => {
  const none = { data: { allBooks: { nodes: [] } } }
  const emma = { data: { allBooks: { nodes: [{ title: 'Emma' }] } } }
  expect(await ask({ query: BOOKS })).toEqual(none)
  expect(await ask({ query: BOOKS, role: 'service_role' })).toEqual(emma)
  expect(await ask({ query: BOOKS, role: 'authenticated' })).toEqual(none)
  const owner = { user_id: 'b8b3a0a4-5a1c-4e6e-9f0a-0c9a3f1d2e4b' }
  expect(await ask({ query: BOOKS, role: 'authenticated', ...owner })).toEqual(emma)
})

test('a mutation is on record, a query and a mistake are not', async () => {
  const recorded = async () =>
    (await t.db.selectFrom('audit_log').selectAll().where('action', '=', 'graphql.ask').execute())
      .length
  await ask({ query: BOOKS })
  expect(await ask({ query: '{ allBooks {' })).toHaveProperty('errors')
  expect(await recorded()).toBe(0)
  const query = 'mutation { createBook(input: { book: { id: 2, title: "X" } }) { book { id } } }'
  expect(await ask({ query, role: 'service_role' })).toEqual({
    data: { createBook: { book: { id: 2 } } },
  })
  expect(await recorded()).toBe(1)
})

test('a project that does not run says so', async () => {
  await t.db
    .updateTable('projects')
    .set({ status: 'INACTIVE' })
    .where('id', '=', project.id)
    .execute()
  expect(await ask({ query: BOOKS })).toMatchObject({ code: 'WRONG_PROJECT_STATUS' })
})
