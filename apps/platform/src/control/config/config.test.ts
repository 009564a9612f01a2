import type { ProjectSettings, RestConfig } from '@plinth/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectRow } from '#app/base/context.ts'
import { answersOf } from '#test/answers.ts'
import { gatewayFor, type TestGateway } from '#test/gateway.ts'
import { type RunningApp, runningApp, type RunningParts } from '#test/running-app.ts'
import { configHandlers } from './handlers.ts'

const GATEWAY = 'https://gateway.example/base'

let t: RunningApp
let g: TestGateway
let project: ProjectRow
let cast: Awaited<ReturnType<RunningApp['cast']>>
let path: string

const router = (parts: RunningParts) =>
  configHandlers({ ...parts, gatewayUrl: GATEWAY, databaseHost: 'db.example' })

beforeAll(async () => {
  t = await runningApp({ router })
  g = await gatewayFor(t)
  cast = await t.cast()
  project = await t.makeRunningProject(cast.organization)
  path = `/platform/projects/${project.ref}`
})
afterAll(async () => {
  await g[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})

const change = (body: object) =>
  t.call<RestConfig>('PATCH', `${path}/config/postgrest`, { as: cast.as.member, body })

test('every call answers for member, stranger, nobody and a bad body', async () => {
  const rest = `${path}/config/postgrest`
  expect(
    await answersOf(t.call, cast.as, [
      { method: 'GET', path: `${path}/settings` },
      { method: 'GET', path: rest },
      { method: 'PATCH', path: rest, body: { max_rows: 1000 }, bad: { max_rows: 0 } },
      { method: 'PATCH', path: rest, body: {}, bad: { db_schema: ' , ' } },
      { method: 'PATCH', path: rest, body: { db_pool: null }, bad: { jwt_secret: 'x' } },
      { method: 'GET', path: `${path}/config/secrets/update-status` },
      { method: 'GET', path: `/v1/projects/${project.ref}/custom-hostname` },
    ]),
  ).toMatchInlineSnapshot(`
    {
      "GET /platform/projects/…/config/postgrest": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /platform/projects/…/config/secrets/update-status": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /platform/projects/…/settings": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /v1/projects/…/custom-hostname": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 403 CUSTOM_HOSTNAME_NOT_ALLOWED",
      "PATCH /platform/projects/…/config/postgrest": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 200",
    }
  `)
})

test('settings show keys and secret to those who may see them, and the rest to all', async () => {
  const secret = await g.secretOf(project.ref)
  const keys = await g.keysOf(project.ref)
  const developer = await t.makeMember(cast.organization, 'developer')
  const reader = await t.makeMember(cast.organization, 'read_only')
  const read = async (as: typeof developer.as) =>
    (await t.call<ProjectSettings>('GET', `${path}/settings`, { as })).body

  expect(await read(developer.as)).toMatchObject({
    app_config: {
      protocol: 'https',
      endpoint: `gateway.example/base/projects/${project.ref}`,
      db_schema: 'public',
    },
    db_host: 'db.example',
    jwt_secret: secret,
    service_api_keys: [
      { tags: 'anon', api_key: keys.anon },
      { tags: 'service_role', api_key: keys.service_role },
    ],
  })
  const limited = await read(reader.as)
  expect(limited).toMatchObject({ jwt_secret: null, service_api_keys: [] })
  const config = await t.call('GET', `${path}/config/postgrest`, { as: reader.as })
  expect(config.body).toMatchObject({ db_schema: 'public', jwt_secret: null })
  expect(JSON.stringify([limited, config.body])).not.toMatch(new RegExp(`${secret}|eyJ`))
})

test('an exposed schema answers, one taken away does not', async () => {
  await t.inside(project.ref, (client) =>
    client.query(`
      create schema shop;
      create table shop.goods as select generate_series(1, 30) as n;
      grant usage on schema shop to anon;
      grant select on shop.goods to anon`),
  )
  const { anon } = await g.keysOf(project.ref)
  const ask = async () => {
    const headers = { apikey: anon, 'accept-profile': 'shop' }
    const answer = await g.ask(project.ref, '/goods', { headers })
    // the table's rows, or an error's object that the status tells of
    return `${answer.status} ${((await answer.json()) as unknown[]).length}`
  }
  expect(await ask()).toBe('406 undefined')
  const changed = await change({ db_schema: 'public, shop', max_rows: 7 })
  expect(changed.body).toMatchObject({ db_schema: 'public, shop', max_rows: 7, db_pool: null })
  expect(await ask()).toBe('200 7')
  const kept = await t.call<RestConfig>('GET', `${path}/config/postgrest`, { as: cast.as.member })
  expect(kept.body).toEqual(changed.body)
  // a restart of the platform reads it from the project's row
  await t.engine.stop(project.ref)
  await t.parts.lifecycle.begin(await t.rowOf(project.ref), { kind: 'restart', requestedBy: null })
  expect(await t.settled(project.ref)).toBe('ACTIVE_HEALTHY')
  expect(await ask()).toBe('200 7')
  await change({ db_schema: 'public', max_rows: 1000 })
  expect(await ask()).toBe('406 undefined')
})

test('what is not possible is refused at its field, and nothing changes', async () => {
  const before = (await t.rowOf(project.ref)).rest_settings
  const refused: Record<string, unknown> = {}
  for (const body of [
    { db_schema: 'public, nowhere' },
    { db_schema: 'vault' },
    { db_schema: 'pg_catalog' },
    { db_schema: 'public, public' },
    { db_schema: 'a"b' },
    { db_pool: 60 },
    { db_pool: 0 },
  ]) {
    const { body: answer } = await t.call('PATCH', `${path}/config/postgrest`, {
      as: cast.as.member,
      body,
    })
    refused[JSON.stringify(body)] = answer.data?.fields
  }
  expect(refused).toMatchInlineSnapshot(`
    {
      "{"db_pool":0}": {
        "db_pool": [
          "Too small: expected number to be >=1",
        ],
      },
      "{"db_pool":60}": {
        "db_pool": [
          "The size of this project leaves at most 20 connections",
        ],
      },
      "{"db_schema":"a\\"b"}": {
        "db_schema": [
          "This cannot be the name of a schema that is exposed",
        ],
      },
      "{"db_schema":"pg_catalog"}": {
        "db_schema": [
          "The schema pg_catalog cannot be exposed",
        ],
      },
      "{"db_schema":"public, nowhere"}": {
        "db_schema": [
          "This database has no schema nowhere",
        ],
      },
      "{"db_schema":"public, public"}": {
        "db_schema": [
          "A schema is named twice",
        ],
      },
      "{"db_schema":"vault"}": {
        "db_schema": [
          "The schema vault cannot be exposed",
        ],
      },
    }
  `)
  expect((await t.rowOf(project.ref)).rest_settings).toEqual(before)
})

test('a custom hostname takes its add-on', async () => {
  const url = `/v1/projects/${project.ref}/custom-hostname`
  const code = async () => (await t.call('GET', url, { as: cast.as.member })).body.code
  expect(await code()).toBe('CUSTOM_HOSTNAME_NOT_ALLOWED')
  await t.db
    .insertInto('project_addons')
    .values({ project_id: project.id, type: 'custom_domain', variant: 'cd_default' })
    .execute()
  expect(await code()).toBe('CUSTOM_HOSTNAME_NOT_FOUND')
})
