import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endOrphanCompanions } from '#app/engine/companion-orphans.ts'
import type { ProjectRow } from '#app/base/context.ts'
import { gatewayFor, type TestGateway } from '#test/gateway.ts'
import { type RunningApp, runningApp } from '#test/running-app.ts'

let t: RunningApp
let g: TestGateway
let project: ProjectRow
let other: ProjectRow

const SCHEMA = `
  create table authors (id int primary key, name text not null);
  create table books (
    id int generated always as identity primary key,
    title text not null check (title <> ''),
    owner uuid not null default auth.uid(),
    author_id int references authors,
    is_public boolean not null default false
  );
  alter table books enable row level security;
  create policy reading on books for select using (is_public or owner = auth.uid());
  create policy writing on books for insert to authenticated with check (owner = auth.uid());
  insert into authors values (1, 'Jane Austen');
  create table numbers as select n, 1 as author_id from generate_series(1, 1500) n;
  alter table numbers add primary key (n), add foreign key (author_id) references authors;
  create table hidden (id int primary key);
  revoke all on hidden from anon, authenticated;
  create function nap() returns text language sql volatile as $$ select pg_sleep(30); select 'awake' $$;
  alter role anon set statement_timeout = '700ms'`

beforeAll(async () => {
  t = await runningApp({ router: () => ({}) })
  g = await gatewayFor(t)
  const { organization } = await t.cast()
  project = await t.makeRunningProject(organization)
  other = await t.makeRunningProject(organization)
  await t.inside(project.ref, (client) => client.query(SCHEMA))
})
afterAll(async () => {
  await g[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

type As = 'anon' | 'service_role' | { readonly user: string }

async function headersFor(who: As): Promise<Record<string, string>> {
  const keys = await g.keysOf(project.ref)
  if (typeof who === 'string') return { apikey: keys[who] }
  const claims = { role: 'authenticated', sub: who.user, exp: Date.now() / 1000 + 60 }
  return {
    apikey: keys.anon,
    authorization: `Bearer ${await g.tokenFor(project.ref, claims)}`,
  }
}

// the answers of the schema above are of many shapes, and each test says which it expects
type Rows = { readonly nodes: readonly { readonly n: number }[] }
type Answer = {
  readonly data?: { readonly allNumbers?: Rows }
  readonly errors?: readonly { readonly message: string; readonly extensions?: { code: string } }[]
}
const read = async (answer: Response) => (await answer.json()) as Answer // what GraphQL answers with

async function ask(who: As, query: string, variables?: object) {
  const answer = await fetch(`${g.urlOf(project.ref)}/graphql/v1`, {
    method: 'POST',
    headers: { ...(await headersFor(who)), 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  })
  return read(answer)
}

const ALL = '{ allBooks { nodes { title authorByAuthorId { name } } } }'

test('queries and mutations run as who asks, under row level security', async () => {
  const user = randomUUID()
  const make = `mutation ($title: String!, $public: Boolean) {
    createBook(input: { book: { title: $title, authorId: 1, isPublic: $public } }) { book { title } }
  }`
  expect(await ask({ user }, make, { title: 'Emma', public: true })).toEqual({
    data: { createBook: { book: { title: 'Emma' } } },
  })
  await ask({ user }, make, { title: 'Sanditon' })
  const emma = { title: 'Emma', authorByAuthorId: { name: 'Jane Austen' } }
  const sanditon = { ...emma, title: 'Sanditon' }
  expect(await ask('anon', ALL)).toEqual({ data: { allBooks: { nodes: [emma] } } })
  expect(await ask({ user }, ALL)).toEqual({ data: { allBooks: { nodes: [emma, sanditon] } } })
  const refused = await ask({ user: randomUUID() }, ALL)
  expect(refused).toEqual({ data: { allBooks: { nodes: [emma] } } })
})

test('what the database refuses is told, with its code', async () => {
  const make = (title: string) =>
    `mutation { createBook(input: { book: { title: "${title}" } }) { book { id } } }`
  const broken = await ask({ user: randomUUID() }, make(''))
  expect(broken.errors).toMatchObject([{ extensions: { code: '23514' } }])
  const anonymous = await ask('anon', make('Persuasion'))
  expect(anonymous.errors?.[0]?.extensions?.code).toMatch(/^(42501|23502)$/)
  expect(await ask('anon', '{ nothing }')).toMatchObject({
    errors: [{ message: expect.stringContaining('nothing') }],
  })
})

test('each role sees what it may touch', async () => {
  const types = '{ __schema { types { name } } }'
  const named = async (who: As) => JSON.stringify(await ask(who, types))
  expect(await named('service_role')).toContain('Hidden')
  expect(await named('anon')).not.toContain('Hidden')
  expect(await named('anon')).toContain('Book')
})

test('a list is cut where the data API cuts it', async () => {
  const count = async (args: string) => {
    const { data, errors } = await ask('anon', `{ allNumbers${args} { nodes { n } } }`)
    expect(errors).toBeUndefined()
    const { nodes = [] } = data?.allNumbers ?? {}
    return `${nodes.length}: ${nodes[0]?.n} to ${nodes.at(-1)?.n}`
  }
  expect(await count('')).toBe('1000: 1 to 1000')
  expect(await count('(first: 5000)')).toBe('1000: 1 to 1000')
  expect(await count('(first: 2, offset: 4)')).toBe('2: 5 to 6')
  expect(await count('(last: 3)')).toBe('3: 1498 to 1500')
  expect(await count('(last: 5000)')).toBe('1000: 501 to 1500')
  expect(await count('(filter: { n: { greaterThan: 1498 } })')).toBe('2: 1499 to 1500')
  const inner = await ask('anon', '{ allAuthors { nodes { numbersByAuthorId { nodes { n } } } } }')
  expect(JSON.stringify(inner).match(/"n":/g)).toHaveLength(1000)
})

test('a role’s time limit ends its query, and the next is answered', async () => {
  const slept = await ask('anon', 'mutation { nap(input: {}) { result } }')
  expect(slept.errors).toMatchObject([{ extensions: { code: '57014' } }])
  expect(await ask('anon', '{ allNumbers(first: 1) { nodes { n } } }')).toHaveProperty('data')
})

test('a change of the schema is there at once', async () => {
  await t.inside(project.ref, (client) => client.query('create table papers (id int primary key)'))
  const asked = () => ask('anon', '{ allPapers { nodes { id } } }')
  await vi.waitFor(
    async () => expect(await asked()).toEqual({ data: { allPapers: { nodes: [] } } }),
    {
      timeout: 8_000,
      interval: 200,
    },
  )
})

test('a link changes nothing', async () => {
  const url = new URL(`${g.urlOf(project.ref)}/graphql/v1`)
  const get = async (query: string) => {
    url.searchParams.set('query', query)
    const answer = await fetch(url, { headers: await headersFor('service_role') })
    return read(answer)
  }
  expect(await get('{ allNumbers(first: 1) { nodes { n } } }')).toHaveProperty('data')
  const made = await get('mutation { createNumber(input: { number: { n: -1 } }) { number { n } } }')
  expect(made.errors).toMatchObject([{ extensions: { code: '25006' } }])
})

test('another project’s key, none at all and what is no question are refused', async () => {
  const url = `${g.urlOf(project.ref)}/graphql/v1`
  const strange = (await g.keysOf(other.ref)).service_role
  const body = JSON.stringify({ query: ALL })
  expect((await fetch(url, { method: 'POST', body })).status).toBe(401)
  const stranger = await fetch(url, { method: 'POST', body, headers: { apikey: strange } })
  expect(stranger.status).toBe(401)
  const headers = await headersFor('anon')
  const bad = await fetch(url, { method: 'POST', headers, body: 'query books' })
  expect({ status: bad.status, ...(await read(bad)) }).toEqual({
    status: 400,
    errors: [{ message: 'Send JSON of up to 1 MB' }],
  })
})

test('a query that goes deeper than any needs is refused for it, and others are answered', async () => {
  const nested = (levels: number) => {
    const [open, close] = ['{ nodes { authorByAuthorId { booksByAuthorId ', '} } }']
    return `{ allBooks ${open.repeat(levels)} { nodes { id } } ${close.repeat(levels)} }`
  }
  expect((await ask('anon', nested(3))).errors).toBeUndefined()
  expect((await ask('anon', nested(60))).errors?.[0]?.message).toMatch(/nested too deep/)
  expect(await ask('anon', '{ allNumbers(first: 1) { nodes { n } } }')).toHaveProperty('data')
})

test('a process that is killed is there again for the next who ask', async () => {
  expect(await ask('anon', '{ allNumbers(first: 1) { nodes { n } } }')).toHaveProperty('data')
  // as a platform does at its start with what a killed one left
  expect(await endOrphanCompanions(join(t.backupsDir, '..', 'projects'))).toBeGreaterThan(1)
  await vi.waitFor(
    async () =>
      expect(await ask('anon', '{ allNumbers(first: 1) { nodes { n } } }')).toHaveProperty('data'),
    { timeout: 8_000, interval: 200 },
  )
})
