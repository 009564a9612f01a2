import type { EdgeFunction, FunctionSecret } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { answersOf } from '#test/answers.ts'
import { controlRouter } from '#test/control-router.ts'
import { functionsAlone } from '#test/functions-alone.ts'
import { type As, type Failure, type TestApp, testApp } from '#test/harness.ts'
import { functionHandlers } from './handlers.ts'
import { deployFunction } from './service.ts'
import { functionSecretHandlers } from './secret-handlers.ts'

let t: TestApp
let cast: Awaited<ReturnType<TestApp['cast']>>
let ref: string
let alone: Awaited<ReturnType<typeof functionsAlone>>

beforeAll(async () => {
  alone = await functionsAlone()
  const { functions } = alone
  t = await testApp({
    router: (parts) => ({
      ...controlRouter(parts),
      functions: functionHandlers({
        ...parts,
        engine: { functions },
        gatewayUrl: 'http://gateway.test',
      }),
      functionSecrets: functionSecretHandlers(parts),
    }),
  })
  cast = await t.cast()
  ref = (await t.makeProject(cast.organization)).ref
})
afterAll(async () => {
  await t[Symbol.asyncDispose]()
  await alone[Symbol.asyncDispose]()
})

const HELLO = { 'index.ts': 'export default { fetch: () => new Response("hello") }' }

type Deploy = {
  readonly as?: As
  readonly files?: Readonly<Record<string, string | Uint8Array<ArrayBuffer>>>
  readonly metadata?: object | string
}

async function deploy(slug: string, { as = cast.as.member, files = HELLO, metadata = {} }: Deploy) {
  const form = new FormData()
  form.set('metadata', typeof metadata === 'string' ? metadata : JSON.stringify(metadata))
  for (const [path, content] of Object.entries(files)) {
    form.append('file', new File([content], path))
  }
  const response = await t.app.request(`/v1/projects/${ref}/functions/deploy?slug=${slug}`, {
    method: 'POST',
    body: form,
    headers: as && ('cookie' in as ? { ...as } : { authorization: `Bearer ${as.token}` }),
  })
  // each test says which of both it expects
  return { status: response.status, body: (await response.json()) as EdgeFunction & Failure }
}
const member = () => ({ as: cast.as.member })
const path = (rest = '') => `/v1/projects/${ref}/functions${rest}`

test('every call answers for member, stranger, nobody and a bad body', async () => {
  await deploy('there', {})
  const secrets = `/v1/projects/${ref}/secrets`
  expect(
    await answersOf(t.call, cast.as, [
      { method: 'GET', path: path() },
      { method: 'GET', path: path('/there') },
      { method: 'GET', path: path('/there/body') },
      { method: 'PATCH', path: path('/there'), body: { name: 'There' }, bad: { name: '' } },
      { method: 'DELETE', path: path('/there') },
      { method: 'GET', path: path('/gone') },
      { method: 'GET', path: secrets },
      {
        method: 'POST',
        path: secrets,
        body: { secrets: [{ name: 'KEY', value: 'x' }] },
        bad: { secrets: [] },
      },
      { method: 'DELETE', path: secrets, body: { names: ['KEY'] }, bad: { names: [] } },
    ]),
  ).toMatchInlineSnapshot(`
    {
      "DELETE /v1/projects/…/functions/there": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "DELETE /v1/projects/…/secrets": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 200",
      "GET /v1/projects/…/functions": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /v1/projects/…/functions/gone": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 404 FUNCTION_NOT_FOUND",
      "GET /v1/projects/…/functions/there": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /v1/projects/…/functions/there/body": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /v1/projects/…/secrets": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "PATCH /v1/projects/…/functions/there": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 200",
      "POST /v1/projects/…/secrets": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 201",
    }
  `)
  expect(await deploy('x', { as: { token: 'of nobody' } })).toMatchObject({ status: 401 })
  expect(await deploy('x', { as: cast.as.stranger })).toMatchObject({ status: 404 })
  expect(await deploy('1x', {})).toMatchObject({ status: 422 })
})

test('who may deploy, and who may set secrets', async () => {
  const seen: Record<string, string> = {}
  for (const role of ['administrator', 'developer', 'read_only'] as const) {
    const { as } = await t.makeMember(cast.organization, role)
    const deployed = await deploy(`by-${role}`, { as })
    const body = { secrets: [{ name: 'BY', value: role }] }
    const set = await t.call('POST', `/v1/projects/${ref}/secrets`, { as, body })
    const read = await t.call('GET', path(), { as })
    seen[role] = `reads ${read.status}, deploys ${deployed.status}, sets ${set.status}`
  }
  expect(seen).toEqual({
    administrator: 'reads 200, deploys 201, sets 201',
    developer: 'reads 200, deploys 201, sets 403',
    read_only: 'reads 200, deploys 403, sets 403',
  })
})

test('a deployment replaces all files and counts up; what it leaves out stays', async () => {
  const files = { 'index.ts': 'import "./lib/greet.ts"', 'lib/greet.ts': '1', 'old.txt': 'old' }
  const first = await deploy('greet', { files, metadata: { name: 'Greeter', verify_jwt: false } })
  expect(first.body).toMatchObject({
    slug: 'greet',
    name: 'Greeter',
    status: 'ACTIVE',
    version: 1,
    verify_jwt: false,
    entrypoint_path: 'index.ts',
    url: `http://gateway.test/projects/${ref}/functions/v1/greet`,
  })
  const bytes = new Uint8Array([0, 255, 254])
  const second = await deploy('greet', {
    files: { 'lib/main.ts': 'ä', 'a.wasm': bytes },
    metadata: { entrypoint_path: 'lib/main.ts' },
  })
  expect(second.body).toMatchObject({
    id: first.body.id,
    name: 'Greeter',
    version: 2,
    verify_jwt: true,
    entrypoint_path: 'lib/main.ts',
  })
  expect((await t.call('GET', path('/greet/body'), member())).body).toEqual({
    version: 2,
    entrypoint_path: 'lib/main.ts',
    files: [
      { name: 'lib/main.ts', content: 'ä', encoding: 'utf8' },
      { name: 'a.wasm', content: 'AP/+', encoding: 'base64' },
    ],
  })
})

test('a change is a change of what is sent only', async () => {
  await deploy('changing', { metadata: { name: 'Before' } })
  const change = (body: object) =>
    t.call<EdgeFunction>('PATCH', path('/changing'), { ...member(), body })
  expect((await change({ verify_jwt: false })).body).toMatchObject({
    name: 'Before',
    verify_jwt: false,
    version: 1,
  })
  expect((await change({ name: 'After' })).body).toMatchObject({ name: 'After', verify_jwt: false })
})

test.each([
  ['a path upward', { files: { ...HELLO, '../x.ts': '' } }, /leads down/],
  ['a path from the root', { files: { ...HELLO, '/etc/x.ts': '' } }, /leads down/],
  ['a hidden file', { files: { ...HELLO, '.npmrc': '' } }, /begins with a dot/],
  ['a file twice', { files: { ...HELLO, 'INDEX.ts': '' } }, /Two files/],
  ['no entry point', { files: { 'main.ts': '' } }, /There is no file index\.ts/],
  ['metadata that is no JSON', { metadata: 'x' }, /not JSON/],
  ['unknown metadata', { metadata: { wat: 1 } }, /wat/],
  [
    'too many files',
    { files: Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${n}.ts`, ''])) },
    /at most 100 files/,
  ],
] satisfies [string, Deploy, RegExp][])('%s is refused', async (_what, sent, message) => {
  const { status, body } = await deploy('refused', sent)
  expect(body.message).toMatch(message)
  expect(status).toBe(422)
  expect((await t.call('GET', path('/refused'), member())).status).toBe(404)
})

test('files that weigh too much are refused', async () => {
  const files = { ...HELLO, 'big.bin': new Uint8Array(10 * 1024 * 1024) }
  expect((await deploy('heavy', { files })).body).toMatchObject({ code: 'FUNCTION_TOO_LARGE' })
  const heavier = { ...HELLO, 'big.bin': new Uint8Array(11 * 1024 * 1024) }
  expect((await deploy('heavy', { files: heavier })).body.code).toBe('FUNCTION_TOO_LARGE')
})

test('a secret is kept sealed, told by a digest, and its name is checked', async () => {
  const secrets = `/v1/projects/${ref}/secrets`
  const set = (name: string, value: string) =>
    t.call<FunctionSecret[] & Failure>('POST', secrets, {
      ...member(),
      body: { secrets: [{ name, value }] },
    })
  const digestOf = (all: FunctionSecret[]) => all.find(({ name }) => name === 'RECIPE')?.digest
  const first = digestOf((await set('RECIPE', 'grandmother’s')).body)
  expect(digestOf((await set('RECIPE', 'grandmother’s')).body)).toBe(first)
  expect(digestOf((await set('RECIPE', 'grandfather’s')).body)).not.toBe(first)

  const stored = await t.db.selectFrom('function_secrets').selectAll().execute()
  const audit = await t.db.selectFrom('audit_log').selectAll().execute()
  const read = (await t.call('GET', secrets, member())).body
  for (const text of [JSON.stringify([stored, audit, read]), t.logged.join('')]) {
    expect(text).not.toContain('grandmother')
  }
  for (const { sealed } of stored) expect(sealed.toString('latin1')).not.toContain('grand')

  expect(audit).toContainEqual(
    expect.objectContaining({ action: 'functionSecrets.set', target: { ref, names: ['RECIPE'] } }),
  )

  expect((await set('PLINTH_URL', 'x')).body.message).toMatch(/set by the platform/)
  expect((await set('plinth_url', 'x')).body.message).toMatch(/set by the platform/)
  expect((await set('DENO_DIR', 'x')).body.message).toMatch(/how functions run/)
  expect((await set('https_proxy', 'x')).body.message).toMatch(/how functions run/)
  expect((await set('1A', 'x')).body.message).toMatch(/letters, digits/)
})

test.each([
  [
    'a syntax error',
    { 'index.ts': 'const a = 1\nexport default {' },
    /^SyntaxError: .*index\.ts:2:/s,
  ],
  ['a missing file', { 'index.ts': 'import "./lib/none.ts"' }, /Module not found "lib\/none\.ts"/],
  ['a name nobody knows', { 'index.ts': 'import "lodash"' }, /Import "lodash" not a dependency/],
  [
    'a file of the machine',
    { 'index.ts': 'import text from "/etc/passwd" with { type: "text" }' },
    /outside its own folder/,
  ],
  [
    'an address of the machine',
    { 'index.ts': 'import "http://127.0.0.1:1/x.ts"' },
    /import access/,
  ],
  ['a map that is none', { ...HELLO, 'deno.json': '{"imports":[]}' }, /deno\.json does not map/],
])('code with %s is refused in words, and what was there stays', async (_what, files, message) => {
  await deploy('standing', {})
  const before = (await t.call<EdgeFunction>('GET', path('/standing'), member())).body
  const { status, body } = await deploy('standing', { files })
  expect(body.message).toMatch(message)
  expect({ status, code: body.code }).toEqual({ status: 422, code: 'FUNCTION_NOT_DEPLOYABLE' })
  expect(body.message).not.toMatch(/\/tmp\/|file:\/\/\/|root:/)
  expect((await t.call('GET', path('/standing'), member())).body).toEqual(before)
})

test('imports are mapped by a deno.json', async () => {
  const files = {
    'index.ts': 'import { greet } from "~/greet.ts"\nexport default { fetch: greet }',
    'lib/greet.ts': 'export const greet = () => new Response("hello")',
    'deno.json': '{ "imports": { "~/": "./lib/" }, "tasks": { "x": "y" } }',
  }
  expect(await deploy('mapped', { files })).toMatchObject({
    status: 201,
    body: { import_map: true },
  })
})

test('what was deployed, and by whom, is on record', async () => {
  await deploy('recorded', { files: { ...HELLO, 'lib/a.ts': '' } })
  const audit = await t.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'functions.deploy')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(audit).toMatchObject({
    project_ref: ref,
    outcome: 'succeeded',
    target: { ref, slug: 'recorded', file: ['index.ts', 'lib/a.ts'] },
  })
})

test('where nothing can run functions, a deployment says so', async () => {
  await using none = await functionsAlone({ deno: '/nowhere/deno' })
  const { functions } = none
  const { id } = await t.makeProject(cast.organization)
  const project = await t.db
    .selectFrom('projects')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const file = new File(['1'], 'index.ts')
  const metadata = { entrypoint_path: 'index.ts', verify_jwt: true }
  const row = { ...project, organization_slug: '' }
  await expect(
    deployFunction({ ...t.deps, engine: { functions } }, row, { slug: 'x', metadata, file }),
  ).rejects.toMatchObject({ code: 'FUNCTIONS_UNAVAILABLE' })
})
