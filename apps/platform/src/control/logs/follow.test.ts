import { withAdmin } from '@plinth/postgres'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ProjectRow } from '#app/base/context.ts'
import { placementOf } from '#app/lifecycle/placement.ts'
import { gatewayFor, type TestGateway } from '#test/gateway.ts'
import { type RunningApp, runningApp } from '#test/running-app.ts'
import { createLogFollower } from './follow.ts'

let t: RunningApp
let g: TestGateway
let project: ProjectRow

const follower = (patch: Partial<RunningApp['engine']> = {}) =>
  createLogFollower({ ...t.deps, engine: { ...t.engine, ...patch } })

beforeAll(async () => {
  t = await runningApp({ router: () => ({}) })
  // it hears what the data API says from its first word
  first = follower()
  g = await gatewayFor(t)
  project = await t.makeRunningProject((await t.cast()).organization)
})
afterAll(async () => {
  await g[Symbol.asyncDispose]()
  await t[Symbol.asyncDispose]()
})
let first: ReturnType<typeof follower>
const patience = { timeout: 10_000, interval: 50 }

type Row = Record<string, unknown>
async function rowsOf(collection: string, where = 'true') {
  await t.deps.logs.flush()
  return t.deps.logs.read<Row>(
    `select * from logs.${collection} where project_ref = $1 and ${where} order by id`,
    [project.ref],
  )
}

test("a statement that fails stands in its project's log, once", async () => {
  await t.inside(project.ref, (client) =>
    client.query("select 'ünicode' from nothing_here").catch(() => undefined),
  )
  const failed = async () => {
    await first.look()
    return rowsOf('postgres_logs', "error_severity = 'ERROR'")
  }
  await expect.poll(failed, patience).toHaveLength(1)
  expect((await failed())[0]).toMatchObject({
    event_message: 'relation "nothing_here" does not exist',
    sql_state_code: '42P01',
    query: "select 'ünicode' from nothing_here",
    user_name: 'plinth_editor',
    database_name: 'postgres',
    backend_type: 'client backend',
  })
  // a platform that starts again goes on where the last one was
  await follower().look()
  expect(await failed()).toHaveLength(1)
  expect(await rowsOf('postgres_logs', "event_message ~ 'ready to accept'")).not.toEqual([])
  // what we tried ourselves, and where our machine keeps things
  expect(await rowsOf('postgres_logs', "error_severity = 'FATAL' or event_message ~ '/'")).toEqual(
    [],
  )
})

test("what the platform's own statements say stays with us", async () => {
  const placement = placementOf(t.deps.secrets, project)
  const clusterDir = join(t.backupsDir, '..', 'projects', project.ref)
  const target = { clusterDir, port: placement.port, password: placement.secrets.admin }
  await withAdmin(target, (client) =>
    client.query("alter role nobody_here password 'hush'").catch(() => undefined),
  )
  const ours = async () => {
    await first.look()
    return rowsOf('postgres_logs', "user_name = 'plinth_admin' and error_severity = 'ERROR'")
  }
  await expect.poll(ours, patience).toHaveLength(1)
  expect(JSON.stringify(await ours())).not.toContain('hush')
})

test('a request stands in the log of the gateway with its key and role, a refused one without', async () => {
  const { anon } = await g.keysOf(project.ref)
  await g.ask(project.ref, '/', { headers: { apikey: anon } })
  await g.ask(project.ref, '/', { headers: { apikey: 'wrong' } })
  const revoked = `plinth_secret_${'r'.repeat(40)}`
  await g.ask(project.ref, '/', { headers: { apikey: revoked } })
  await expect.poll(() => rowsOf('edge_logs'), patience).toHaveLength(3)
  expect(await rowsOf('edge_logs')).toMatchObject([
    {
      event_message: 'GET 200 /rest/v1/',
      service: 'rest',
      status_code: 200,
      role: 'anon',
      key_prefix: anon.split('.')[2]?.slice(0, 8),
    },
    { event_message: 'GET 401 /rest/v1/', status_code: 401, role: null, key_prefix: null },
    { status_code: 401, role: null, key_role: null, key_prefix: 'plinth_secret_rrrr' },
  ])
})

test('what the data API says stands in its log', async () => {
  const started = () => rowsOf('postgrest_logs', "event_message ~* 'postgrest'")
  await expect.poll(started, patience).not.toEqual([])
  expect((await started())[0]).toMatchObject({ level: 'info' })
})

test('lines that were dropped before they were read leave a note', async () => {
  const late = follower({ pruneServerLog: async () => [{ file: 'z', bytes: 1 }] })
  await late.look()
  expect(await rowsOf('postgres_logs', "error_severity = 'WARNING'")).toMatchObject([
    { event_message: expect.stringContaining('missing here') },
  ])
})

test('a project that is purged takes its logs along', async () => {
  expect(await rowsOf('edge_logs')).not.toEqual([])
  const { lifecycle } = t.parts
  await lifecycle.begin(project, { kind: 'purge', input: {}, requestedBy: null })
  const left = () => t.db.selectFrom('projects').select('ref').where('ref', '=', project.ref)
  await expect.poll(() => left().execute(), patience).toEqual([])
  expect(await rowsOf('edge_logs')).toEqual([])
  expect(await rowsOf('postgres_logs')).toEqual([])
})
