import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256 } from '#app/base/random.ts'
import { functionsOf } from '#test/functions.ts'
import { gatewayFor, type TestGateway } from '#test/gateway.ts'
import { type RunningApp, runningApp } from '#test/running-app.ts'

let t: RunningApp
let g: TestGateway
let f: ReturnType<typeof functionsOf>
let ref: string
let keys: Awaited<ReturnType<TestGateway['keysOf']>>

beforeAll(async () => {
  t = await runningApp({ router: () => ({}) })
  g = await gatewayFor(t)
  f = functionsOf(t)
  const { organization } = await t.cast()
  ref = (await t.makeRunningProject(organization)).ref
  keys = await g.keysOf(ref)
})
afterAll(async () => {
  await g[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

const urlOf = (path: string) => `${g.urlOf(ref)}/functions/v1/${path}`
type Ask = Omit<RequestInit, 'headers'> & { key?: string; headers?: Record<string, string> }
const ask = (path: string, { key = keys.anon, headers = {}, ...init }: Ask = {}) =>
  fetch(urlOf(path), { ...init, headers: { apikey: key, ...headers } })
// each test says what it expects of what it reads
const json = async <Body>(answer: Response) => (await answer.json()) as Body
const codeOf = async (answer: Response) => (await json<{ code: string }>(answer)).code
type Env = { readonly env: Record<string, string>; readonly url: string; readonly dir?: string }
const patience = { timeout: 5_000, interval: 20 }
const open = { verify_jwt: false }

test('the client library invokes a function as it stands in its documentation', async () => {
  await f.deploy(ref, 'hello', {
    code: `Deno.serve(async (req) => {
      const { name } = await req.json()
      return Response.json({ hello: name, as: req.headers.get('authorization') })
    })`,
  })
  const { data, error } = await g.client(ref, keys.anon).functions.invoke('hello', {
    body: { name: 'Ada' },
  })
  expect(error).toBeNull()
  expect(data).toEqual({ hello: 'Ada', as: `Bearer ${keys.anon}` })
})

test.each([
  ['Deno.serve with a handler', `Deno.serve(() => new Response('yes'))`],
  ['Deno.serve with options', `Deno.serve({ port: 9000, handler: () => new Response('yes') })`],
  ['Deno.serve that is waited for', `await Deno.serve(() => new Response('yes')).finished`],
  ['export default { fetch }', `export default { fetch: () => new Response('yes') }`],
  ['a function as default', `export default async () => new Response('yes')`],
])('%s answers', async (_what, code) => {
  await f.deploy(ref, 'styles', { code })
  expect(await (await ask('styles')).text()).toBe('yes')
})

test('who is let in', async () => {
  const code = `export default { fetch: (req) => new Response(req.method) }`
  await f.deploy(ref, 'closed', { code })
  await f.deploy(ref, 'open', { code, ...open })
  const user = await g.tokenFor(ref, { role: 'authenticated', sub: 'x' })
  const asked = async (slug: string, headers: Record<string, string>) => {
    const answer = await fetch(urlOf(slug), { headers })
    return answer.ok ? 'in' : `${answer.status} ${await codeOf(answer)}`
  }
  const { id } = await t.rowOf(ref)
  const secret = `plinth_secret_${'x'.repeat(40)}`
  await t.db
    .insertInto('api_keys')
    .values({
      project_id: id,
      type: 'secret',
      name: 'secret',
      prefix: 'plinth_secret_xxxx',
      key_hash: sha256(secret),
      api_key: null,
    })
    .execute()
  await t.parts.bus.publish({ topic: 'keys', ref })
  await sleep(50)
  const seen: Record<string, string> = {}
  for (const [who, headers] of Object.entries({
    nobody: {},
    'a key': { apikey: keys.anon },
    'a key as bearer': { authorization: `Bearer ${keys.anon}` },
    'a secret key': { apikey: secret },
    'a user': { apikey: keys.anon, authorization: `Bearer ${user}` },
    'a forger': { authorization: `Bearer ${user.slice(0, -4)}AAAA` },
  })) {
    seen[who] = `closed: ${await asked('closed', headers)}, open: ${await asked('open', headers)}`
  }
  expect(seen).toEqual({
    nobody: 'closed: 401 NO_API_KEY, open: in',
    'a key': 'closed: in, open: in',
    'a key as bearer': 'closed: in, open: in',
    'a secret key': 'closed: in, open: in',
    'a user': 'closed: in, open: in',
    'a forger': 'closed: 401 INVALID_JWT, open: in',
  })
  expect((await ask('absent')).status).toBe(404)
  expect((await ask('..%2fclosed')).status).toBe(404)
  const preflight = await fetch(urlOf('closed'), { method: 'OPTIONS' })
  expect(await preflight.text()).toBe('OPTIONS')
})

test('a function says itself which pages may read it; nothing else of its origin is its to say', async () => {
  await f.deploy(ref, 'cors', {
    code: `export default { fetch: () => new Response('<script>', { headers: {
      'access-control-allow-origin': 'https://shop.test', 'set-cookie': 'a=b',
      'content-type': 'text/html', 'x-own': 'kept' } }) }`,
  })
  const { headers } = await ask('cors')
  expect(Object.fromEntries(headers)).toMatchObject({
    'access-control-allow-origin': 'https://shop.test',
    'content-type': 'text/plain; charset=utf-8',
    'x-own': 'kept',
  })
  expect(headers.get('set-cookie')).toBeNull()
})

test('any page may call a function that says nothing of pages, with a key', async () => {
  await f.deploy(ref, 'plain', { code: `Deno.serve(() => new Response('in'))` })
  const asked = await fetch(urlOf('plain'), {
    method: 'OPTIONS',
    headers: {
      origin: 'https://shop.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'apikey,content-type',
    },
  })
  expect(asked.status).toBe(204)
  expect(asked.headers.get('access-control-allow-headers')).toBe('apikey,content-type')
  const { headers } = await ask('plain', { headers: { origin: 'https://shop.test' } })
  expect(headers.get('access-control-allow-origin')).toBe('*')
})

test('it sees its own address, the path and the body as sent', async () => {
  await f.deploy(ref, 'echo', {
    code: `export default { fetch: async (req) => Response.json({
      url: new URL(req.url).pathname + new URL(req.url).search, body: await req.text(),
      own: [...req.headers.keys()].filter((name) => name.startsWith('x-plinth')) }) }`,
  })
  const headers = { 'x-plinth-url': 'http://evil.test/', 'x-plinth-mark': 'x' }
  const answer = await ask('echo/a/b?c=d', { method: 'PUT', body: 'héllo', headers })
  expect(await answer.json()).toEqual({ url: '/echo/a/b?c=d', body: 'héllo', own: [] })
})

test('bodies stream both ways', async () => {
  await f.deploy(ref, 'upper', {
    code: `export default { fetch: (req) => new Response(req.body.pipeThrough(new TransformStream({
      transform: (part, to) => to.enqueue(new TextEncoder().encode(
        new TextDecoder().decode(part).toUpperCase())) }))) }`,
  })
  const sent = new TransformStream<Uint8Array, Uint8Array>()
  const writer = sent.writable.getWriter()
  const asking = ask('upper', { method: 'POST', body: sent.readable, duplex: 'half' })
  await writer.write(Buffer.from('one'))
  const reader = (await asking).body?.getReader()
  const next = async () => Buffer.from((await reader?.read())?.value ?? []).toString()
  expect(await next(), 'before the second was sent').toBe('ONE')
  await writer.write(Buffer.from('two'))
  expect(await next()).toBe('TWO')
  await writer.close()
})

test('the next request after a deployment is served by it, and one under way by what it began with', async () => {
  const slow = (word: string) =>
    `export default { fetch: async (req) => {
      if (req.url.endsWith('slow')) await new Promise((done) => setTimeout(done, 400))
      return new Response('${word}') } }`
  await f.deploy(ref, 'versions', { code: slow('one') })
  await ask('versions')
  const under = ask('versions/slow')
  await sleep(50)
  await f.deploy(ref, 'versions', { code: slow('two') })
  expect(await (await ask('versions')).text()).toBe('two')
  expect(await (await under).text()).toBe('one')
  await expect.poll(() => f.ends(ref, 'versions'), patience).toEqual(['replaced'])
})

test('it finds its project and its secrets, and new ones when they change', async () => {
  await f.deploy(ref, 'env', {
    code: `import process from 'node:process'
      export default { fetch: async () => Response.json({
        env: Deno.env.toObject(), url: process.env.SUPABASE_URL, dir: Deno.env.get('DENO_DIR'),
        rows: (await (await fetch(Deno.env.get('PLINTH_URL') + '/rest/v1/', {
          headers: { apikey: Deno.env.get('PLINTH_ANON_KEY') } })).json()).swagger }) }`,
  })
  const first = await json<Env>(await ask('env'))
  expect(first, JSON.stringify(await f.rows(ref, 'env'))).toHaveProperty('env')
  expect(Object.keys(first.env).toSorted()).toEqual(
    ['ANON_KEY', 'DB_URL', 'SERVICE_ROLE_KEY', 'URL']
      .flatMap((name) => [`PLINTH_${name}`, `SUPABASE_${name}`])
      .toSorted(),
  )
  expect(first).toMatchObject({ url: g.urlOf(ref), rows: '2.0' })
  expect(first.dir).toBeUndefined()

  const { id } = await t.rowOf(ref)
  const sealed = t.parts.secrets.seal('grandmother’s', `function secrets ${ref}`)
  await t.db
    .insertInto('function_secrets')
    .values({ project_id: id, name: 'RECIPE', sealed, digest: 'x' })
    .execute()
  await t.parts.bus.publish({ topic: 'functions', ref })
  await sleep(50)
  const second = await json<Env>(await ask('env'))
  expect(second.env.RECIPE).toBe('grandmother’s')
})

test('a call is one row of its log and one of the gateway’s, and what it says is with it', async () => {
  await f.deploy(ref, 'talks', {
    code: `console.info('up'); export default { fetch: (req) => {
      console.warn('asked for %s', new URL(req.url).pathname, { deep: { er: 1 } })
      if (req.url.includes('throw')) throw new Error('by request')
      return new Response(null, { status: 201 }) } }`,
  })
  const { headers } = await ask('talks/x?apikey=abc', { method: 'POST', key: keys.service_role })
  const failed = await ask('talks/throw')
  expect([failed.status, await codeOf(failed)]).toEqual([500, 'FUNCTION_ERROR'])
  const id = headers.get('x-request-id')
  const rows = await f.rows(ref, 'talks')
  expect(rows).toContainEqual(expect.objectContaining({ event_type: 'Boot', version: 1 }))
  expect(rows).toContainEqual(
    expect.objectContaining({ event_message: 'up', level: 'info', execution_id: null }),
  )
  expect(rows).toContainEqual(
    expect.objectContaining({
      event_message: 'asked for /talks/x { deep: { er: 1 } }',
      level: 'warning',
      execution_id: id,
    }),
  )
  expect(rows.find(({ event_type: type }) => type === 'UncaughtException')).toMatchObject({
    event_message: expect.stringMatching(/^Error: by request\n\s+at .*index\.ts:3/),
    execution_id: failed.headers.get('x-request-id'),
  })
  expect(JSON.stringify(rows)).not.toMatch(/file:\/\/\/|\/tmp\//)
  const one = await t.parts.logs.read<Record<string, unknown>>(
    `select c.event_message, c.method, c.status_code, c.version, c.function_slug, c.search, c.role,
            e.service, e.key_role
       from logs.function_edge_logs c join logs.edge_logs e using (request_id)
      where request_id = $1`,
    [id],
  )
  expect(one).toEqual([
    {
      event_message: 'POST 201 /functions/v1/talks/x',
      method: 'POST',
      status_code: 201,
      version: 1,
      function_slug: 'talks',
      search: 'apikey=[secret]',
      role: 'service_role',
      service: 'functions',
      key_role: 'service_role',
    },
  ])
})

test('it works on so many requests at once and no more', async () => {
  await f.deploy(ref, 'waits', {
    code: `export default { fetch: async () => {
      await new Promise((done) => setTimeout(done, 800)); return new Response('done') } }`,
  })
  const answers = await Promise.all(Array.from({ length: 80 }, () => ask('waits')))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(64)
  expect(statuses.filter((status) => status === 429)).toHaveLength(16)
})

test('a request that takes too long is told so, and an answer that does is cut', async () => {
  await using hasty = await gatewayFor(t, { functionMs: 300 })
  await f.deploy(ref, 'slow', {
    code: `export default { fetch: (req) => {
      req.signal.addEventListener('abort', () => console.log('told'))
      const never = new Promise(() => undefined)
      const body = new ReadableStream({ async pull(to) {
        to.enqueue(new TextEncoder().encode('part')); await never } })
      return req.url.endsWith('body') ? new Response(body) : never } }`,
    ...open,
  })
  const at = (path: string) => fetch(`${hasty.urlOf(ref)}/functions/v1/slow${path}`)
  const late = await at('')
  expect([late.status, await codeOf(late)]).toEqual([504, 'FUNCTION_TIMEOUT'])
  const cut = await at('/body')
  expect(cut.status).toBe(200)
  await expect(cut.text()).rejects.toThrow(/terminated/)
  const said = async () => (await f.rows(ref, 'slow')).map(({ event_message: text }) => text)
  await expect.poll(said, patience).toContain('told')
})

test('one that cannot start says so, and does not try again at each request', async () => {
  await f.deploy(ref, 'unfit', { code: `throw new Error('no way')` })
  const answers = []
  for (let n = 0; n < 5; n++) answers.push(await ask('unfit'))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]))
  for (const answer of answers) expect(await codeOf(answer)).toBe('FUNCTION_UNFIT')
  const rows = await f.rows(ref, 'unfit')
  expect(rows.length, 'starts that were tried').toBeLessThan(4)
  expect(rows[0]).toMatchObject({
    event_type: 'BootFailure',
    event_message: expect.stringMatching(/^Error: no way/),
  })
})

test('a reboot of the database leaves a function running, a restart of the project does not', async () => {
  await f.deploy(ref, 'since', {
    code: `const since = crypto.randomUUID(); Deno.serve(() => new Response(since))`,
  })
  const read = async () => {
    const answer = await ask('since')
    return answer.ok ? answer.text() : undefined
  }
  const restart = async (scope: 'database' | 'project') => {
    const row = await t.rowOf(ref)
    await t.parts.lifecycle.begin(row, { kind: 'restart', input: { scope }, requestedBy: null })
    expect(await t.settled(ref)).toBe('ACTIVE_HEALTHY')
    let since: string | undefined
    await expect.poll(async () => (since = await read()), patience).toBeDefined()
    return since
  }
  const before = await read()
  expect(await restart('database')).toBe(before)
  expect(await restart('project')).not.toBe(before)
})

test('after a rotation of keys it finds the new ones', async () => {
  await f.deploy(ref, 'rotates', {
    code: `export default { fetch: () => new Response(Deno.env.get('PLINTH_ANON_KEY')) }`,
    ...open,
  })
  expect(await (await ask('rotates')).text()).toBe(keys.anon)
  const { id } = await t.rowOf(ref)
  const sealed = t.parts.secrets.seal('another secret', `project ${ref}`).toString('base64')
  await t.db.transaction().execute(async (trx) => {
    const input = { sealed_secret: sealed }
    await t.parts.lifecycle.enqueue(trx, id, {
      kind: 'rotate_jwt_secret',
      input,
      requestedBy: null,
    })
  })
  t.parts.lifecycle.wake()
  await expect.poll(async () => (await g.keysOf(ref)).anon, patience).not.toBe(keys.anon)
  keys = await g.keysOf(ref)
  await expect.poll(async () => (await ask('rotates')).text(), patience).toBe(keys.anon)
})

test('it pauses with its project, and comes back with it', async () => {
  await f.deploy(ref, 'pauses', {
    code: `export default { fetch: () => new Response('up') }`,
    ...open,
  })
  expect(await (await ask('pauses')).text()).toBe('up')
  const { id } = await t.rowOf(ref)
  const move = async (kind: 'pause' | 'restore') => {
    await t.db
      .transaction()
      .execute((trx) => t.parts.lifecycle.enqueue(trx, id, { kind, input: {}, requestedBy: null }))
    t.parts.lifecycle.wake()
  }
  await move('pause')
  await expect.poll(async () => (await t.rowOf(ref)).status, { timeout: 20_000 }).toBe('INACTIVE')
  expect(await f.ends(ref, 'pauses')).toEqual(['stopped'])
  await expect.poll(async () => codeOf(await ask('pauses')), patience).toBe('PROJECT_PAUSED')
  await move('restore')
  await expect.poll(async () => (await t.rowOf(ref)).status, patience).toBe('ACTIVE_HEALTHY')
  await expect.poll(async () => (await ask('pauses')).text(), patience).toBe('up')
}, 30_000)
