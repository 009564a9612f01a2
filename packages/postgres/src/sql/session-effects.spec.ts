import { beforeAll, expect, test } from 'vitest'
import { loadParser, statements } from './statements.ts'

beforeAll(loadParser)

test.each([
  ['select 1', false],
  ['select count(*), max(n) from t where lower(a) = $$x$$', false],
  ['select pg_catalog.now()', false],
  ['explain select 1', false],
  ['show search_path', false],
  ["select set_config('search_path', 'x', false)", true],
  ['select my_function()', true],
  ['select other.lower($$x$$)', true],
  ['select (select pg_advisory_lock(1))', true],
  ['select 1 into temp t', true],
  ['with x as (insert into t values (1) returning *) select * from x', true],
  ['insert into t values (1)', true],
  ['set search_path = x', true],
  ['begin', true],
  ['prepare p as select 1', true],
  ['listen c', true],
])('%s leaves a trace: %s', (sql, expected) => {
  expect(statements(sql).map(({ leavesTrace }) => leavesTrace)).toEqual([expected])
})
