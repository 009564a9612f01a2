import { beforeAll, expect, test } from 'vitest'
import { queryTraits } from './query-traits.ts'
import { loadParser, SqlSyntaxError } from './statements.ts'

beforeAll(loadParser)

test.each([
  ['select 1', 'one select'],
  ['values (1)', 'one select'],
  ['', ''],
  ['select 1; select 2', ''],
  ['select 1;', 'one select'],
  ['delete from a', ''],
  ['select * into b from a', ''],
  ['explain select 1', ''],
  ['do $$ begin null; end $$', ''],
  ['set role postgres', ''],
  ['with a as (select 1) select * from a', 'one select, with'],
  ['select * from (select 1) a', 'one select, subquery'],
  ['select (select 1)', 'one select, subquery'],
  ['select 1 where exists (select 1)', 'one select, subquery'],
  ['select 1 where a in (select 1)', 'one select, subquery'],
  ['select array(select 1)', 'one select, subquery'],
  ["select 1 where a ilike 'b'", 'one select, ilike'],
  ["select 1 where a not ilike 'b'", 'one select, ilike'],
  ["select 1 where a like 'b'", 'one select'],
  // what only reads like it
  ["select 'with a as (select 1) ilike'", 'one select'],
  ['select 1 -- with ilike (select 1)', 'one select'],
  ['select ilike_count, "with" from a', 'one select'],
  ["select 1 where a ~~* 'b'", 'one select'],
  ['select 1 union select 2', 'one select'],
])('%s', (sql, told) => {
  const { isOneSelect, hasWith, hasSubquery, hasIlike } = queryTraits(sql)
  const words = { 'one select': isOneSelect, with: hasWith, subquery: hasSubquery, ilike: hasIlike }
  const said = Object.entries(words).flatMap(([word, is]) => (is ? [word] : []))
  expect(said.join(', ')).toBe(told)
})

test('a text that does not parse says so', () => {
  expect(() => queryTraits('selec 1')).toThrow(SqlSyntaxError)
})
