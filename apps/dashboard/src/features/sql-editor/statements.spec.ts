import { expect, test } from 'vitest'
import { statementsOf } from './statements.ts'

const split = (sql: string) => statementsOf(sql).map(({ from, to }) => sql.slice(from, to))

test.each([
  ['two statements', 'select 1; select 2', ['select 1', 'select 2']],
  ['no statement in nothing', ' ;; -- only this\n ', []],
  [
    'a comment before and between',
    '-- a;b\nselect 1 /* ; /* ; */ ; */ + 1;',
    ['select 1 /* ; /* ; */ ; */ + 1'],
  ],
  [
    'strings',
    `select 'a;''b', "c;""d", e'\\';'; select 2`,
    [`select 'a;''b', "c;""d", e'\\';'`, 'select 2'],
  ],
  [
    'a backslash means nothing in a plain string',
    `select '\\'; select 2`,
    [`select '\\'`, 'select 2'],
  ],
  [
    'dollar quotes',
    'do $x$ begin; $y$ ; $y$ end $x$; select $$;$$',
    ['do $x$ begin; $y$ ; $y$ end $x$', 'select $$;$$'],
  ],
  [
    'a parameter and a dollar in a name are no quotes',
    'select $1, a$b$c; select $2',
    ['select $1, a$b$c', 'select $2'],
  ],
  [
    'a rule keeps its actions',
    'create rule r as on insert to t do (delete from a; delete from b); x',
    ['create rule r as on insert to t do (delete from a; delete from b)', 'x'],
  ],
  [
    'a body keeps its statements',
    'create function f() begin atomic select case when true then 1 end; select 2; end; select 3',
    [
      'create function f() begin atomic select case when true then 1 end; select 2; end',
      'select 3',
    ],
  ],
  ['begin and end of a transaction split', 'begin; select 1; end;', ['begin', 'select 1', 'end']],
  ['an unfinished string reaches to the end', `select 'a; select 2`, [`select 'a; select 2`]],
  ['an unfinished comment too', 'select 1; /* select 2;', ['select 1']],
  [
    'other alphabets',
    'select größe from ταβλε; select 😀',
    ['select größe from ταβλε', 'select 😀'],
  ],
])('splits: %s', (_name, sql, expected) => {
  expect(split(sql)).toEqual(expected)
})

test('a megabyte is split in well under a second', () => {
  const sql = `insert into t values (1, 'some text; with a semicolon', "x"); -- why\n`.repeat(
    15_000,
  )
  const start = performance.now()
  expect(statementsOf(sql)).toHaveLength(15_000)
  expect(performance.now() - start).toBeLessThan(1000)
})

test.each(["'", '"', "e'", '$$', '/*', '--', "'''", '('])(
  'a megabyte behind %s is one piece and no stack overflow',
  (opening) => {
    expect(() => statementsOf(`select 1 ${opening}${'x;'.repeat(500_000)}`)).not.toThrow()
  },
)
