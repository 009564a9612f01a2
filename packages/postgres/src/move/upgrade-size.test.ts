import { expect, test } from 'vitest'
import { upgradeWorld } from '#test/upgrade-world.ts'

const numbered = (count: number, from = 0) => Array.from({ length: count }, (_, at) => from + at)

test('a project of more tables than a server locks at once, and 100,000 columns, was not moved', async () => {
  await using world = await upgradeWorld({ max_connections: '20' })
  const [TABLES, AT_ONCE] = [3500, 500]
  await world.before.as('postgres', async (client) => {
    const columns = numbered(40).map((at) => `column_${at} int`)
    for (let at = 0; at < TABLES; at += AT_ONCE) {
      const made = numbered(AT_ONCE, at).map((name) => `create table t_${name} (${columns.join()})`)
      await client.query(made.join(';'))
    }
  })
  const moved = await world.move()
  expect(moved.tables).toBeGreaterThan(TABLES)
  expect(moved.objects).toBeGreaterThan(TABLES * 40)
}, 120_000)

test('a project whose roles are more than a server takes connections was not moved', async () => {
  await using world = await upgradeWorld({ max_connections: '20' })
  const ROLES = 40
  await world.before.as('postgres', async (client) => {
    for (const at of numbered(ROLES)) {
      await client.query(`create role tenant_${at}; grant tenant_${at} to postgres;
        create schema authorization tenant_${at};
        set role tenant_${at}; create table tenant_${at}.own as select ${at} as n; reset role`)
    }
  })
  expect(await world.obstacles()).toEqual([])
  await expect(world.move()).resolves.toMatchObject({ tables: expect.any(Number) })
  const { rows } = await world.after.admin((client) => client.query(`select n from tenant_17.own`))
  expect(rows).toEqual([{ n: 17 }])
})

test('an index that is more than a session may sort on its disk was not built anew', async () => {
  await using world = await upgradeWorld({ temp_file_limit: '1MB', maintenance_work_mem: '1MB' })
  await world.before.as('postgres', async (client) => {
    await client.query('create table grown (t text)')
    await client.query('create index on grown (t)')
    await client.query(
      `insert into grown select repeat(md5(n::text), 2) from generate_series(1, 60000) n`,
    )
  })
  await expect(world.move()).resolves.toMatchObject({ rows: 60_000 })
  const limit = await world.after.admin((client) => client.query('show temp_file_limit'))
  expect(limit.rows, 'as the project has it').toEqual([{ temp_file_limit: '1MB' }])
})
