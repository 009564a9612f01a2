import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectRow } from '#app/base/context.ts'
import { answersOf } from '#test/answers.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { apiDocsHandlers } from './handlers.ts'

let t: RunningApp
let project: ProjectRow
let cast: Awaited<ReturnType<RunningApp['cast']>>
let docs: string
let types: string

beforeAll(async () => {
  t = await runningApp({ router: (parts: RunningParts) => ({ apiDocs: apiDocsHandlers(parts) }) })
  cast = await t.cast()
  project = await t.makeRunningProject(cast.organization)
  docs = `/platform/projects/${project.ref}/api/rest`
  types = `/v1/projects/${project.ref}/types/typescript`
  await t.inside(project.ref, (client) =>
    client.query(`
      create type mood as enum ('sad', 'happy');
      create table people (id int primary key, name text not null, mood mood, born date);
      comment on column people.name is 'As on the passport';
      alter table people enable row level security;
      create function greet(who text) returns text language sql as $$ select 'Hello ' || who $$;
      create schema hidden;
      create table hidden.things (id int primary key)`),
  )
})
afterAll(() => t[Symbol.asyncDispose]())

type Docs = {
  definitions: Record<string, { properties: Record<string, unknown> }>
  paths: Record<string, unknown>
}

test('every call answers for member, stranger and nobody', async () => {
  expect(
    await answersOf(t.call, cast.as, [
      { method: 'GET', path: docs },
      { method: 'GET', path: types },
    ]),
  ).toMatchInlineSnapshot(`
    {
      "GET /platform/projects/…/api/rest": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /v1/projects/…/types/typescript": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
    }
  `)
})

test('the document tells of tables that no policy opens, and of functions', async () => {
  const read = async () => (await t.call<Docs>('GET', docs, { as: cast.as.member })).body
  await expect.poll(async () => Object.keys((await read()).definitions)).toEqual(['people'])
  const { definitions, paths } = await read()
  expect(definitions['people']?.properties['name']).toMatchObject({
    type: 'string',
    description: 'As on the passport',
  })
  expect(Object.keys(paths).toSorted()).toEqual(['/', '/people', '/rpc/greet'])
})

test('types are of the exposed schemas, or of those asked for', async () => {
  const read = async (query = '') =>
    (await t.call<{ types: string }>('GET', `${types}${query}`, { as: cast.as.member })).body.types
  const text = await read()
  expect(text).toContain('export type Database')
  expect(text).toMatch(/mood: "sad" \| "happy"/)
  expect(text).toMatch(/born: string \| null/)
  expect(text).not.toContain('things')
  expect(await read('?included_schemas=hidden')).toMatch(/hidden[\s\S]*things/)
  const wrong = `${types}?included_schemas=hidden,nowhere`
  const refused = await t.call('GET', wrong, { as: cast.as.member })
  expect(refused).toMatchObject({
    status: 422,
    body: { message: 'This database has no schema nowhere' },
  })
})

test('a project whose data API is away says so', async () => {
  await t.engine.stop(project.ref)
  const answer = await t.call('GET', docs, { as: cast.as.member })
  expect(answer.body).toMatchObject({ code: 'DATA_API_UNREACHABLE' })
})
