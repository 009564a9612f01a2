import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ProjectRow } from '#app/base/context.ts'
import { gatewayFor, type TestGateway } from '#test/gateway.ts'
import { type RunningApp, runningApp } from '#test/running-app.ts'

let t: RunningApp
let g: TestGateway
let project: ProjectRow
let other: ProjectRow

const SCHEMA = `
  create table notes (
    id int generated always as identity primary key,
    owner uuid not null default auth.uid(),
    body text not null unique,
    stars int not null default 0,
    is_public boolean not null default false
  );
  alter table notes enable row level security;
  create policy reading on notes for select using (is_public or owner = auth.uid());
  create policy writing on notes for all to authenticated
    using (owner = auth.uid()) with check (owner = auth.uid());
  create table files (id int primary key, content text);
  create function whoami() returns jsonb language sql stable as
    $$ select jsonb_build_object('role', auth.role(), 'is', current_user, 'sub', auth.uid()) $$;
  create function add(a int, b int) returns int language sql immutable as $$ select a + b $$;
  create function nap(seconds float) returns text language sql as
    $$ select pg_sleep(seconds); select 'awake'::text $$;
  create domain "text/html" as text;
  create function page() returns "text/html" language plpgsql as $$
    begin
      perform set_config('response.headers', '[{"set-cookie": "a=b"}, {"clear-site-data": "*"}]', true);
      return '<script>alert(1)</script>';
    end $$;
  create function headers() returns json language sql stable as
    $$ select current_setting('request.headers', true)::json $$;`

beforeAll(async () => {
  t = await runningApp({ router: () => ({}) })
  g = await gatewayFor(t)
  const { organization } = await t.cast()
  project = await t.makeRunningProject(organization)
  other = await t.makeRunningProject(organization)
  await t.inside(project.ref, (client) => client.query(SCHEMA))
  const { service_role: key } = await g.keysOf(project.ref)
  // nobody tells the data API but the trigger of the database
  const added = async () => (await g.client(project.ref, key).rpc('add', { a: 1, b: 2 })).data
  await vi.waitUntil(async () => (await added()) === 3, { timeout: 5_000 })
})
afterAll(async () => {
  await g[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

async function as(role: 'anon' | 'service_role' | { readonly user: string }) {
  const keys = await g.keysOf(project.ref)
  if (role === 'anon' || role === 'service_role') return g.client(project.ref, keys[role])
  const claims = { role: 'authenticated', sub: role.user, exp: Date.now() / 1000 + 60 }
  return g.client(project.ref, keys.anon, await g.tokenFor(project.ref, claims))
}

test('each key and token runs as its role', async () => {
  const user = randomUUID()
  const who = async (client: Awaited<ReturnType<typeof as>>) => (await client.rpc('whoami')).data
  expect(await who(await as('anon'))).toEqual({ role: 'anon', is: 'anon', sub: null })
  expect(await who(await as('service_role'))).toMatchObject({ is: 'service_role', sub: null })
  expect(await who(await as({ user }))).toEqual({
    role: 'authenticated',
    is: 'authenticated',
    sub: user,
  })
})

test('row level security decides what each may see and change', async () => {
  const [ann, bob] = [await as({ user: randomUUID() }), await as({ user: randomUUID() })]
  const [anon, service] = [await as('anon'), await as('service_role')]
  const made = await ann.from('notes').insert({ body: 'mine' }).select().single()
  expect(made.error).toBeNull()
  await ann.from('notes').insert({ body: 'everybody’s', is_public: true })

  const bodies = async (client: typeof ann) =>
    (await client.from('notes').select('body').in('body', ['mine', 'everybody’s']).order('id')).data
  expect(await bodies(ann)).toEqual([{ body: 'mine' }, { body: 'everybody’s' }])
  expect(await bodies(bob)).toEqual([{ body: 'everybody’s' }])
  expect(await bodies(anon)).toEqual([{ body: 'everybody’s' }])
  expect(await bodies(service)).toHaveLength(2)

  const stolen = await bob.from('notes').update({ body: 'stolen' }).eq('body', 'mine').select()
  expect(stolen.data).toEqual([])
  expect((await anon.from('notes').insert({ body: 'x' })).error?.code).toBe('42501')
  const changed = await ann.from('notes').update({ stars: 5 }).eq('body', 'mine').select('stars')
  expect(changed.data).toEqual([{ stars: 5 }])
  expect((await bob.from('notes').delete().eq('body', 'mine').select()).data).toEqual([])
  expect((await ann.from('notes').delete().eq('body', 'mine').select('body')).data).toEqual([
    { body: 'mine' },
  ])
})

test('filters, order, range, count, upsert and errors are the data API’s own', async () => {
  const service = await as('service_role')
  const owner = randomUUID()
  const rows = Array.from({ length: 12 }, (_, i) => ({ owner, body: `n${i}`, stars: i % 4 }))
  expect((await service.from('notes').insert(rows)).status).toBe(201)

  const page = await service
    .from('notes')
    .select('body, stars', { count: 'exact' })
    .eq('owner', owner)
    .gte('stars', 2)
    .order('stars', { ascending: false })
    .order('body')
    .range(1, 3)
  expect(page.count).toBe(6)
  expect(page.data?.map(({ body }) => body)).toEqual(['n3', 'n7', 'n10'])

  const either = await service.from('notes').select('body').or('body.eq.n1,body.like.n1*')
  expect(either.data?.map(({ body }) => body).toSorted()).toEqual(['n1', 'n10', 'n11'])
  const upserted = await service
    .from('notes')
    .upsert({ owner, body: 'n1', stars: 9 }, { onConflict: 'body' })
    .select('stars')
  expect(upserted.data).toEqual([{ stars: 9 }])
  const none = await service.from('notes').select().eq('body', 'nothing').single()
  expect(none.error?.code).toBe('PGRST116')
  const twice = await service.from('notes').insert({ owner, body: 'n1' })
  expect(twice.error?.code).toBe('23505')
})

test('keys and tokens of one project do nothing at another', async () => {
  const keys = await g.keysOf(other.ref)
  const token = await g.tokenFor(other.ref, { role: 'service_role' })
  const mine = await g.keysOf(project.ref)
  const statuses = await Promise.all(
    [
      { apikey: keys.service_role },
      { apikey: keys.anon },
      { authorization: `Bearer ${keys.service_role}` },
      { apikey: mine.anon, authorization: `Bearer ${token}` },
    ].map(async (headers) => (await g.ask(project.ref, '/notes', { headers })).status),
  )
  expect(statuses).toEqual([401, 401, 401, 401])
})

test('who is refused is told why', async () => {
  const { anon } = await g.keysOf(project.ref)
  const expired = await g.tokenFor(project.ref, { role: 'authenticated', exp: 1_000 })
  const told = async (headers: Record<string, string>) => {
    const answer = await g.ask(project.ref, '/notes', { headers })
    // the shape is the contract's GatewayError
    const { code } = (await answer.json()) as { code: string }
    return `${answer.status} ${code}`
  }
  expect({
    'nothing sent': await told({}),
    'another scheme': await told({ authorization: 'Basic YTpi' }),
    'an unknown key': await told({ apikey: 'plinth_secret_x' }),
    'a token that expired': await told({ apikey: anon, authorization: `Bearer ${expired}` }),
    'a token that is none': await told({ apikey: anon, authorization: 'Bearer x.y.z' }),
  }).toMatchInlineSnapshot(`
    {
      "a token that expired": "401 PGRST301",
      "a token that is none": "401 INVALID_JWT",
      "an unknown key": "401 INVALID_API_KEY",
      "another scheme": "401 NO_API_KEY",
      "nothing sent": "401 NO_API_KEY",
    }
  `)
})

test('what a page of another site needs to know comes with every answer', async () => {
  const preflight = await fetch(`${g.urlOf(project.ref)}/rest/v1/notes`, {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'apikey,x-client-info',
    },
  })
  expect(preflight.status).toBe(204)
  expect(preflight.headers.get('access-control-allow-headers')).toBe('apikey,x-client-info')
  const refused = await g.ask(project.ref, '/notes', { headers: { origin: 'https://app.example' } })
  for (const { headers } of [preflight, refused]) {
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  }
})

test('a project’s page does nothing in this origin, and leaves nothing there', async () => {
  const { anon } = await g.keysOf(project.ref)
  const headers = { apikey: anon, accept: 'text/html', cookie: 'session=1' }
  const answer = await g.ask(project.ref, '/rpc/page', { headers })
  expect(await answer.text()).toBe('<script>alert(1)</script>')
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
  expect(answer.headers.get('content-security-policy')).toContain('sandbox')
  expect(answer.headers.getSetCookie()).toEqual([])
  expect(answer.headers.get('clear-site-data')).toBeNull()

  const seen = await (await g.ask(project.ref, '/rpc/headers', { headers })).json()
  expect(seen).not.toHaveProperty('cookie')
  expect(seen).not.toHaveProperty('apikey')
})

test('large bodies go through whole in both directions', async () => {
  const service = await as('service_role')
  const content = 'ü'.repeat(4_000_000)
  expect((await service.from('files').insert({ id: 1, content })).error).toBeNull()
  const read = await service.from('files').select('content').single()
  expect(read.data?.content === content).toBe(true)
})

test('the time limit of a role counts for who comes as that role', async () => {
  await t.inside(project.ref, async (client) => {
    await client.query(`alter role anon set statement_timeout = '300ms'`)
    await client.query(`notify pgrst, 'reload config'`)
  })
  const anon = await as('anon')
  const nap = async () => (await anon.rpc('nap', { seconds: 1 })).error?.code
  await expect.poll(nap, { timeout: 10_000 }).toBe('57014')
  const service = await as('service_role')
  expect((await service.rpc('nap', { seconds: 1 })).data).toBe('awake')
})

test('an address of its own comes back as the one outside', async () => {
  const { service_role: key } = await g.keysOf(project.ref)
  const answer = await g.ask(project.ref, '/notes', {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json', prefer: 'return=headers-only' },
    body: JSON.stringify({ owner: randomUUID(), body: 'found again' }),
  })
  const location = answer.headers.get('location') ?? ''
  expect(location).toMatch(/^\/projects\/[a-z]{20}\/rest\/v1\/notes\?id=eq\.\d+$/)
  const found = await fetch(new URL(location, g.urlOf('')), { headers: { apikey: key } })
  expect(await found.json()).toMatchObject([{ body: 'found again' }])
})
