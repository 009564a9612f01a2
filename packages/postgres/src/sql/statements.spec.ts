import { beforeAll, expect, test } from 'vitest'
import { cutRules } from './cut-rules.ts'
import { loadParser, SqlSyntaxError, statements, utf16OfCharacter } from './statements.ts'

beforeAll(loadParser)

test.each([
  ['select 1', false],
  ['table t', false],
  ['values (1)', false],
  ['with a as (select 1) select * from a', false],
  ['with x as (insert into t values (1) returning *) select * from x', true],
  ['select * from (select 1) s, lateral (select * from t for update) l', true],
  ['select * into t2 from t', true],
  ['select * from t for update', true],
  ['select * from t for key share', true],
  ['insert into t values (1)', true],
  ['merge into t using s on true when matched then delete', true],
  ['truncate t', true],
  ['explain delete from t', false],
  ['explain analyze delete from t', true],
  ['explain (analyze) delete from t', true],
  ['explain (analyze yes) delete from t', true],
  ['explain (analyze 1) delete from t', true],
  ['explain (analyze 0) delete from t', false],
  ['explain (analyze false) delete from t', false],
  ["explain (analyze 'off') delete from t", false],
  ['explain analyze select 1', false],
  ['explain analyze create table a as select 1', true],
  ['copy t to stdout', false],
  ['copy (select 1) to stdout', false],
  ['copy (insert into t values (1) returning *) to stdout', true],
  ['copy t from stdin', true],
  ["copy t to '/tmp/x'", true],
  ["copy t to program 'cat'", true],
  ['do $$ begin end $$', true],
  ['call p()', true],
  ['create table a (b int)', true],
  ['create table a as select 1', true],
  ['refresh materialized view v', true],
  ['vacuum t', true],
  ['notify c', true],
  ['listen c', false],
  ['show search_path', false],
  ['set local role anon', false],
  ['begin', false],
  ['commit', false],
  ["prepare transaction 'x'", true],
  ["commit prepared 'x'", true],
  ['prepare p as select 1', false],
  ['prepare p as delete from t', true],
  ['execute p', true],
  ['declare c cursor for select 1', false],
  ['fetch 1 from c', false],
  ["load 'x'", true],
  ["alter system set work_mem = '1GB'", true],
])('%s', (sql, expected) => {
  expect(statements(sql).map(({ writes }) => writes)).toEqual([expected])
})

test('a text is split where PostgreSQL would', () => {
  const sql = `-- é; comment
select ';' as "a;b"; /* ; */ create function f() returns int language plpgsql as $body$ begin return 2; end $body$;
create function g() returns int begin atomic select 1; select 2; end; select '😀ü' ; insert into t values (E'\\';')`
  const found = statements(sql)
  expect(found.map(({ kind }) => kind)).toEqual([
    'SelectStmt',
    'CreateFunctionStmt',
    'CreateFunctionStmt',
    'SelectStmt',
    'InsertStmt',
  ])
  expect(found[3]?.sql).toBe("select '😀ü'")
  for (const part of found) expect(sql.slice(part.start, part.end)).toBe(part.sql)
})

test.each(['', '  \n', ';', '-- nothing'])('%j holds no statement', (sql) => {
  expect(statements(sql)).toEqual([])
})

test('a syntax error has its place, in UTF-16 units', () => {
  const sql = "select 'é😀'; selec 2"
  const failure = (() => {
    try {
      return statements(sql)
    } catch (error) {
      return error
    }
  })()
  expect(failure).toBeInstanceOf(SqlSyntaxError)
  expect(failure).toMatchObject({
    message: 'syntax error at or near "selec"',
    position: sql.indexOf('selec '),
  })
})

test('characters become UTF-16 units', () => {
  expect([0, 1, 2, 3, 9].map((at) => utf16OfCharacter('a😀b', at))).toEqual([0, 1, 3, 4, 4])
})

test.each([
  ['select 1; select 2', [true, true, false]],
  ['set local role anon; select 1', [false, true, false]],
  ['select 1; insert into t values (1)', [false, false, false]],
  ['begin; select 1; commit', [false, false, false]],
  ['selec', [false, false, false]],
])('%s may be cut short at %j', (sql, expected) => {
  const rules = cutRules(sql)
  expect([0, 1, 2].map((index) => rules.mayCancel(index))).toEqual(expected)
})
