import { randomUUID } from 'node:crypto'
import type { Snippet, SnippetSummary } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersOf } from '#test/answers.ts'
import { type As, type TestApp, testApp } from '#test/harness.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp()
})
afterAll(() => t[Symbol.asyncDispose]())

type List = { readonly snippets: SnippetSummary[]; readonly count: number }

const contentOf = ({ ref }: { ref: string }) => `/platform/projects/${ref}/content`

async function scene() {
  const made = await t.cast()
  const project = await t.makeProject(made.organization)
  const path = contentOf(project)
  const save = (as: As, body: object, id: string = randomUUID()) =>
    t.call<Snippet>('PUT', `${path}/${id}`, {
      as,
      body: { name: 'Query', sql: 'select 1', ...body },
    })
  const list = async (as: As, query = '') =>
    (await t.call<List>('GET', `${path}${query}`, { as })).body
  return { ...made, project, path, save, list }
}

test('every call answers for member, stranger, nobody and a bad body', async () => {
  const { path, as } = await scene()
  const one = `${path}/${randomUUID()}`
  const body = { name: 'Query', sql: 'select 1' }
  const answers = await answersOf(t.call, as, [
    { method: 'PUT', path: one, body, bad: { ...body, name: ' ' } },
    { method: 'GET', path },
    { method: 'GET', path: one },
    { method: 'DELETE', path: one },
    { method: 'GET', path: one },
    { method: 'DELETE', path: one },
    { method: 'GET', path: `${path}/nonsense` },
  ])
  expect(answers).toMatchInlineSnapshot(`
    {
      "DELETE /platform/projects/…/content/…": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 404 SNIPPET_NOT_FOUND",
      "GET /platform/projects/…/content": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /platform/projects/…/content/nonsense": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 422 BAD_INPUT",
      "GET /platform/projects/…/content/…": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 404 SNIPPET_NOT_FOUND",
      "PUT /platform/projects/…/content/…": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 200",
    }
  `)
})

test('saving twice is one query, the newest text of it', async () => {
  const { as, owner, project, save, list } = await scene()
  const first = await save(as.member, {})
  t.time.aheadMs += 1000
  const second = await save(as.member, { name: 'Renamed', sql: 'select 2' }, first.body.id)
  expect(second.body).toEqual({
    id: first.body.id,
    type: 'sql',
    name: 'Renamed',
    sql: 'select 2',
    owner_id: owner.id,
    project_id: project.id,
    updated_at: expect.any(String),
  })
  expect(second.body.updated_at > first.body.updated_at).toBe(true)
  const { sql: _, ...summary } = second.body
  expect(await list(as.member)).toEqual({ snippets: [summary], count: 1 })
})

test('what asks the logs stands on a shelf of its own, and stays there', async () => {
  const { as, save, list } = await scene()
  const { body } = await save(as.member, { type: 'log_sql', name: 'Errors' })
  expect(await list(as.member)).toEqual({ snippets: [], count: 0 })
  await save(as.member, { name: 'Renamed' }, body.id)
  expect(await list(as.member, '?type=log_sql')).toMatchObject({
    snippets: [{ id: body.id, name: 'Renamed', type: 'log_sql' }],
  })
})

test('even read-only members keep some of their own', async () => {
  const { organization, save, list } = await scene()
  const reader = await t.makeMember(organization, 'read_only')
  expect((await save(reader.as, {})).status).toBe(200)
  expect(await list(reader.as)).toMatchObject({ count: 1 })
})

test('nobody sees, changes or deletes another one’s, of the same project', async () => {
  const { organization, as, path, save, list } = await scene()
  const { id } = (await save(as.member, { sql: 'select secret' })).body
  const colleague = await t.makeMember(organization, 'administrator')
  expect(await list(colleague.as)).toEqual({ snippets: [], count: 0 })
  const answers = [
    await t.call('GET', `${path}/${id}`, { as: colleague.as }),
    await t.call('DELETE', `${path}/${id}`, { as: colleague.as }),
    await save(colleague.as, { sql: 'drop table secret' }, id),
  ]
  for (const { body } of answers) expect(body).toMatchObject({ code: 'SNIPPET_NOT_FOUND' })
  const kept = await t.call<Snippet>('GET', `${path}/${id}`, { as: as.member })
  expect(kept.body.sql).toBe('select secret')
})

test('an id of another project is not found either, even one’s own', async () => {
  const { organization, as, save } = await scene()
  const other = contentOf(await t.makeProject(organization))
  const { id } = (await save(as.member, {})).body
  const body = { name: 'Query', sql: 'select 2' }
  const moved = await t.call('PUT', `${other}/${id}`, { as: as.member, body })
  expect(moved.body).toMatchObject({ code: 'SNIPPET_NOT_FOUND' })
  expect((await t.call('GET', `${other}/${id}`, { as: as.member })).status).toBe(404)
})

test('a search finds names and texts, and takes its signs for themselves', async () => {
  const { as, save, list } = await scene()
  await save(as.member, { name: 'Monthly revenue', sql: 'select sum(price)' })
  await save(as.member, { name: '100% of users', sql: 'select * from users_all' })
  await save(as.member, { name: 'A\\B', sql: 'select usersXall' })
  const found = async (search: string) => {
    const { snippets, count } = await list(as.member, `?search=${encodeURIComponent(search)}`)
    expect(count).toBe(snippets.length)
    return snippets.map(({ name }) => name).toSorted()
  }
  expect({
    name: await found('REVENUE'),
    text: await found('sum('),
    percent: await found('%'),
    underscore: await found('users_all'),
    backslash: await found('\\'),
    nothing: await found('no such thing'),
    empty: await found(''),
  }).toEqual({
    name: ['Monthly revenue'],
    text: ['Monthly revenue'],
    percent: ['100% of users'],
    underscore: ['100% of users'],
    backslash: ['A\\B'],
    nothing: [],
    empty: ['100% of users', 'A\\B', 'Monthly revenue'],
  })
})

test('pages go from the newest to the oldest', async () => {
  const { as, save, list } = await scene()
  for (const name of ['a', 'b', 'c']) {
    t.time.aheadMs += 1000
    await save(as.member, { name })
  }
  const names = async (query: string) => {
    const { snippets, count } = await list(as.member, query)
    return [snippets.map(({ name }) => name).join(''), count]
  }
  expect(await names('?limit=2')).toEqual(['cb', 3])
  expect(await names('?limit=2&offset=2')).toEqual(['a', 3])
  expect(await names('?limit=2&offset=4')).toEqual(['', 3])
})

test('a text of the greatest size is kept, a longer one refused', async () => {
  const { as, save } = await scene()
  const most = 'x'.repeat(Math.floor(0.98 * 1024 * 1024))
  expect((await save(as.member, { sql: most })).body.sql).toHaveLength(most.length)
  expect((await save(as.member, { sql: `${most}x` })).body).toMatchObject({ code: 'BAD_INPUT' })
})
