import { expect, test } from 'vitest'
import { destructions } from './destructive.ts'

test.each([
  ['delete from users', ['Deletes every row of users']],
  ['delete from only public.users as u returning *', ['Deletes every row of public.users']],
  ['delete from users using gone', ['Deletes every row of users']],
  ['delete from users where id = 1', []],
  ['DELETE FROM "Users"', ['Deletes every row of "Users"']],
  ['update users set a = 1', ['Updates every row of users']],
  ['update users set a = (select b from x where true)', ['Updates every row of users']],
  ['update users set a = 1 from x where x.id = users.id', []],
  [
    'with gone as (delete from users returning *) select * from gone',
    ['Deletes every row of users'],
  ],
  [
    'with a as (delete from x), b as (select 1 where true) select * from b',
    ['Deletes every row of x'],
  ],
  ['with x as (select 1 where true) update users set a = 1', ['Updates every row of users']],
  ['with x as (select 1) delete from users where id in (select * from x)', []],
  ['explain delete from users', []],
  ['explain (analyze, buffers) delete from users', ['Deletes every row of users']],
  ['explain analyze select 1', []],
  ['truncate table only a, b restart identity', ['Empties a, b']],
  [
    'drop table if exists public.a, b cascade',
    ['Drops table public.a, b and everything that depends on it'],
  ],
  ['drop index concurrently a_idx', ['Drops index a_idx']],
  ['drop function f(int, text)', ['Drops function f(int, text)']],
  ['drop schema app restrict', ['Drops schema app']],
  ['alter table if exists only t drop column if exists b', ['Drops column b of t with its values']],
  ['alter table t add column b int', []],
  ['select * from t for update', []],
  ['insert into t values (1) on conflict (id) do update set a = 2', []],
  ['grant delete, update on t to x', []],
  ["select 'drop table a'", []],
  ['-- drop table a\nselect 1', []],
  ['create rule r as on insert to t do (delete from a)', []],
  ['create function f() begin atomic delete from a; end', []],
  [
    'delete from a; select 1; delete from a; drop table a',
    ['Deletes every row of a', 'Drops table a'],
  ],
])('%s', (sql, expected) => {
  expect(destructions(sql)).toEqual(expected)
})

test('a long name is cut, not left to fill the dialog', () => {
  const [sentence] = destructions(`truncate ${'a_table, '.repeat(40)}last`)
  expect(sentence).toHaveLength('Empties '.length + 80)
  expect(sentence).toMatch(/…$/)
})
