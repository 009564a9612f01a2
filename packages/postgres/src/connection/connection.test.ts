import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminConnection, withAdmin, withClient } from './admin.ts'
import { setRolePasswords } from './password.ts'
import { createPool } from './pool.ts'
import { testServer, type TestServer, patient } from '#test/database.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server[Symbol.asyncDispose]())

const target = () => ({
  clusterDir: server.cluster.clusterDir,
  port: server.cluster.port,
  password: server.adminPassword,
})

test.each(['plain', 'mit Ümläuten', 'quote\'d \\ and "more"', '密码 😀'])(
  'a verifier made here lets %j log in',
  async (password) => {
    await withAdmin(target(), (client) => setRolePasswords(client, { postgres: password }))
    const config = { ...adminConnection(target()), user: 'postgres', password }
    const role = await withClient(
      config,
      async (client) => (await client.query('select current_user')).rows,
    )
    expect(role).toEqual([{ current_user: 'postgres' }])
    const wrong = withClient({ ...config, password: `${password}x` }, async () => 'in')
    await expect(wrong).rejects.toMatchObject({ code: '28P01' })
  },
)

test('passwords of several roles change together or not at all', async () => {
  const change = withAdmin(target(), (client) =>
    setRolePasswords(client, { plinth_monitor: 'new', no_such_role: 'x' }),
  )
  await expect(change).rejects.toMatchObject({ code: '42704' })
  const monitor = withAdmin({ ...target(), user: 'plinth_monitor', password: 'new' }, async () => 1)
  await expect(monitor).rejects.toMatchObject({ code: '28P01' })
})

test('a statement that takes too long is ended', async () => {
  const slow = withAdmin({ ...target(), statementTimeoutMs: 50 }, (client) =>
    client.query('select pg_sleep(10)'),
  )
  await expect(slow).rejects.toMatchObject({ code: '57014' })
})

test('a pool whose server goes away tells, and lives on', async () => {
  const errors: string[] = []
  const pool = createPool({
    ...adminConnection(target()),
    onError: (error) => errors.push(error.message),
  })
  await pool.query('select 1')
  const busy = await pool.connect()
  await withAdmin(target(), (client) =>
    client.query(`select pg_terminate_backend(pid) from pg_stat_activity
                   where backend_type = 'client backend' and pid <> pg_backend_pid()`),
  )
  await expect.poll(() => errors.length, patient).toBeGreaterThan(0)
  busy.release(true)
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await pool.end()
})
