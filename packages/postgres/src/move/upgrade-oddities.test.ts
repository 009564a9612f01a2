import { readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { upgradeWorld } from '#test/upgrade-world.ts'

test('a table that inherits, with a default or a check that waits for it, was not moved', async () => {
  await using world = await upgradeWorld()
  const seenHere = async (client: pg.Client) =>
    (await client.query('select * from child order by id')).rows
  await world.before.as('postgres', async (client) => {
    await client.query('create table parent (a int)')
    await client.query('create table child (id serial, b int) inherits (parent)')
    // a column that is given later has its place at the end only as long as nobody makes the table anew
    await client.query('alter table parent add column late int')
    await client.query(`create function is_fine(c child) returns boolean
      language sql immutable as 'select c.b is distinct from 0'`)
    await client.query('alter table child add constraint fine check (is_fine(child))')
    await client.query('insert into child (a, b, late) values (1, 2, 3)')
  })
  const was = await world.before.as('postgres', seenHere)
  await world.move()
  expect(await world.after.as('postgres', seenHere)).toEqual(was)
  await world.after.as('postgres', async (client) => {
    const { rows } = await client.query('insert into child (a) values (4) returning id')
    expect(rows).toEqual([{ id: 2 }])
    await expect(client.query('insert into child (b) values (0)')).rejects.toThrow('"fine"')
  })
})

test('a database that was dropped half way was no obstacle but an error', async () => {
  await using world = await upgradeWorld()
  await world.before.as('postgres', (client) => client.query('create database half'))
  await world.before.admin((client) =>
    client.query(`update pg_database set datconnlimit = -2 where datname = 'half'`),
  )
  expect(await world.obstacles()).toEqual(['The database half was dropped half way: drop it'])
})

test('what a move fails at in the end was not told before it began', async () => {
  await using world = await upgradeWorld()
  await world.before.as('postgres', async (client) => {
    await client.query('create table owned as select 1 as n')
    await client.query('alter table owned owner to pg_database_owner')
    await client.query('create table parent (n int not null)')
    await client.query('create table child () inherits (parent)')
    await client.query('alter table child alter n drop not null')
  })
  expect(await world.obstacles()).toEqual([
    'public.owned belongs to pg_database_owner: give it to another role',
    'The column n of the table public.child may be null, and that of public.parent, which it inherits, not: make both the same',
  ])
})

test('a grant on a table whose name speaks of a schema was made before its schema’s', async () => {
  await using world = await upgradeWorld()
  await world.before.as('postgres', async (client) => {
    await client.query('create role guest; grant guest to postgres')
    await client.query('create schema house; grant usage, create on schema house to guest')
    await client.query('set role guest; create table house."a ON SCHEMA b" (n int)')
    await client.query('grant select on house."a ON SCHEMA b" to anon; reset role')
    await client.query('revoke all on schema house from guest')
  })
  await expect(world.move()).resolves.toMatchObject({ rows: 0 })
})

test('the vault’s key is not followed through a link to a file that is nobody’s here', async () => {
  await using world = await upgradeWorld()
  const key = join(world.dataDirs.before, 'plinth-vault.key')
  const foreign = join(world.dataDirs.before, '..', '..', 'foreign')
  await writeFile(foreign, 'of somebody else', { mode: 0o600 })
  await rm(key)
  await symlink(foreign, key)
  await expect(world.move()).rejects.toThrow('ELOOP')
  const there = await readFile(join(world.dataDirs.after, 'plinth-vault.key'), 'utf8').catch(
    () => '',
  )
  expect(there).toBe('')
})
