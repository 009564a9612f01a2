import { expect, test } from 'vitest'
import { dataTables } from './copy-tables.ts'
import { testServer } from '#test/database.ts'

test('rows pass as they lie in memory where they look the same in every version, as text otherwise', async () => {
  await using server = await testServer()
  await using client = await server.connect('postgres')
  await client.query(`create schema m; set search_path = m;
    create type mood as enum ('a');
    create type pair as (a int, b text);
    create domain short as text;
    create domain shorter as short;
    create extension hstore schema m`)
  const columns = {
    plain: 'n bigint, t text, at timestamptz, doc jsonb, many numeric[], u uuid[]',
    nothing: '',
    an_enum: 'm mood',
    a_domain: 'd short',
    computed: 'n int, p pair generated always as (row (n, null)::pair) stored',
    enums: 'm mood[]',
    composite: 'p pair',
    domains: 'd short[]',
    domain_of_domain: 'd shorter',
    extensions_own: 'h hstore',
    name_of_another: 'r regclass',
    range: 'r int4range',
  }
  for (const [name, of] of Object.entries(columns)) {
    await client.query(`create table ${name} (${of})`)
  }
  await client.query(`create table split (m mood) partition by hash (m)`)
  await client.query(
    `create table part partition of split for values with (modulus 1, remainder 0)`,
  )

  await using admin = await server.admin()
  const found = (await dataTables(admin)).filter(({ name }) => name.startsWith('m.'))
  const namesOf = (isBinary: boolean) =>
    found
      .filter((table) => table.isBinary === isBinary)
      .map(({ name }) => name.slice(2))
      .toSorted()
  expect(namesOf(true)).toEqual(['a_domain', 'an_enum', 'computed', 'nothing', 'plain'])
  expect(namesOf(false)).toEqual([
    'composite',
    'domain_of_domain',
    'domains',
    'enums',
    'extensions_own',
    'name_of_another',
    'range',
    'split',
  ])
})
