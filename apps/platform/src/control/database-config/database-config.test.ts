import type { PostgresConfig } from '@plinth/contract'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectRow } from '#app/base/context.ts'
import { answersOf } from '#test/answers.ts'
import { OWNER_PASSWORD, type RunningApp, runningApp } from '#test/running-app.ts'
import { databaseConfigHandlers } from './handlers.ts'

let t: RunningApp
let project: ProjectRow
let cast: Awaited<ReturnType<RunningApp['cast']>>
let path: string

beforeAll(async () => {
  t = await runningApp({ router: databaseConfigHandlers })
  cast = await t.cast()
  project = await t.makeRunningProject(cast.organization)
  path = `/v1/projects/${project.ref}`
})
afterAll(() => t[Symbol.asyncDispose]())

const call = <Body>(method: Parameters<RunningApp['call']>[0], url: string, body?: object) =>
  t.call<Body>(method, url, { as: cast.as.member, ...(body && { body }) })

/** As a client of the tenant's: over TCP, with the owner's password. */
async function connects(ssl: pg.ClientConfig['ssl']): Promise<string> {
  const { port } = await t.rowOf(project.ref)
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'postgres',
    database: 'postgres',
    password: OWNER_PASSWORD,
    ssl,
    connectionTimeoutMillis: 5000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ ssl: boolean }>(
      'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
    )
    return rows[0]?.ssl ? 'encrypted' : 'plain'
  } catch (error) {
    return error instanceof Error ? error.message : 'failed'
  } finally {
    await client.end()
  }
}

test('every call answers for member, stranger, nobody and a bad body', async () => {
  const everywhere = { dbAllowedCidrs: ['0.0.0.0/0'], dbAllowedCidrsV6: ['::/0'] }
  const ssl = { requestedConfig: { database: false } }
  expect(
    await answersOf(t.call, cast.as, [
      { method: 'GET', path: `${path}/ssl-enforcement` },
      { method: 'PUT', path: `${path}/ssl-enforcement`, body: ssl, bad: { requestedConfig: {} } },
      { method: 'GET', path: `${path}/network-restrictions` },
      {
        method: 'POST',
        path: `${path}/network-restrictions/apply`,
        body: everywhere,
        bad: { dbAllowedCidrs: ['10.0.0.1/8'], dbAllowedCidrsV6: [] },
      },
      { method: 'GET', path: `${path}/config/database/postgres` },
      {
        method: 'PUT',
        path: `${path}/config/database/postgres`,
        body: { max_connections: null },
        bad: { max_connections: 5000 },
      },
      { method: 'GET', path: `/platform/projects/${project.ref}/database-certificate` },
    ]),
  ).toMatchInlineSnapshot(`
    {
      "GET /platform/projects/…/database-certificate": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /v1/projects/…/config/database/postgres": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /v1/projects/…/network-restrictions": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "GET /v1/projects/…/ssl-enforcement": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, member 200",
      "POST /v1/projects/…/network-restrictions/apply": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 201",
      "PUT /v1/projects/…/config/database/postgres": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 200",
      "PUT /v1/projects/…/ssl-enforcement": "nobody 401 UNAUTHORIZED, stranger 404 PROJECT_NOT_FOUND, bad 422 BAD_INPUT, member 200",
    }
  `)
})

test('where encryption is demanded plain connections are refused, without a restart', async () => {
  const { certificate: ca } = (
    await call<{ certificate: string }>(
      'GET',
      `/platform/projects/${project.ref}/database-certificate`,
    )
  ).body
  expect(ca).toContain('BEGIN CERTIFICATE')
  // the platform's authority in a test is the engine's own
  const ssl = { ca: (await t.authority()).certificate, rejectUnauthorized: true }
  expect([await connects(false), await connects(ssl)]).toEqual(['plain', 'encrypted'])
  const before = t.engine.observe(project.ref)

  const demanded = await call('PUT', `${path}/ssl-enforcement`, {
    requestedConfig: { database: true },
  })
  expect(demanded.body).toEqual({
    currentConfig: { database: true },
    appliedSuccessfully: true,
  })
  expect([await connects(false), await connects(ssl)]).toEqual([
    expect.stringContaining('no pg_hba.conf entry'),
    'encrypted',
  ])
  expect(t.engine.observe(project.ref)).toEqual(before)
  // the platform's own way in is the socket
  await t.inside(project.ref, (client) => client.query('select 1'))
  await call('PUT', `${path}/ssl-enforcement`, { requestedConfig: { database: false } })
  expect(await connects(false)).toBe('plain')
})

test('only named addresses connect, also after a restart', async () => {
  const apply = (dbAllowedCidrs: string[]) =>
    call('POST', `${path}/network-restrictions/apply`, { dbAllowedCidrs, dbAllowedCidrsV6: [] })
  expect((await apply(['203.0.113.7', '203.0.113.0/24', '203.0.113.7'])).body).toMatchObject({
    config: { dbAllowedCidrs: ['203.0.113.7/32', '203.0.113.0/24'], dbAllowedCidrsV6: [] },
    status: 'applied',
  })
  expect(await connects(false)).toContain('no pg_hba.conf entry')
  await t.parts.lifecycle.begin(await t.rowOf(project.ref), { kind: 'restart', requestedBy: null })
  expect(await t.settled(project.ref)).toBe('ACTIVE_HEALTHY')
  expect(await connects(false)).toContain('no pg_hba.conf entry')
  await apply(['127.0.0.0/8'])
  expect(await connects(false)).toBe('plain')
})

test('another number of connections takes a restart, and a size has memory for so many', async () => {
  const url = `${path}/config/database/postgres`
  const wanted = async (max_connections: number | null) => {
    const { status, body } = await call<PostgresConfig>('PUT', url, { max_connections })
    expect(await t.settled(project.ref)).toBe('ACTIVE_HEALTHY')
    return { status, kind: body.operation?.kind }
  }
  const shown = () =>
    t.inside(project.ref, async (client) => {
      const { rows } = await client.query<{ max_connections: string }>('show max_connections')
      return rows[0]?.max_connections
    })
  expect((await call('GET', url)).body).toEqual({
    max_connections: null,
    default_max_connections: 30,
    most_max_connections: 64,
    operation: null,
  })
  expect(await wanted(65)).toEqual({ status: 422, kind: undefined })
  expect(await wanted(45)).toEqual({ status: 200, kind: 'restart' })
  expect(await shown()).toBe('45')
  // a resize keeps it, and its check asks for it
  await t.parts.lifecycle.begin(await t.rowOf(project.ref), {
    kind: 'resize',
    input: { size: 'micro' },
    requestedBy: null,
  })
  expect(await t.settled(project.ref)).toBe('ACTIVE_HEALTHY')
  expect(await shown()).toBe('45')
  expect(await wanted(null)).toEqual({ status: 200, kind: 'restart' })
  expect(await shown()).toBe('60')
})
