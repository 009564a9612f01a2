import { describe, expect, test } from 'vitest'
import { rowsToCsv, rowsToJson, rowsToMarkdown } from './exporters.ts'

const one = (type: string, value: string | null) => ({
  columns: [{ name: 'v', type }],
  rows: [[value]],
})

describe('CSV', () => {
  test.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['cr\rhere', '"cr\rhere"'],
    ['', '""'],
    [' kept ', ' kept '],
    [null, ''],
    ['NULL', 'NULL'],
  ])('%j is written as %j', (value, field) => {
    expect(rowsToCsv(one('text', value))).toBe(`v\r\n${field}\r\n`)
  })

  test('header names are quoted like values', () => {
    expect(
      rowsToCsv({
        columns: [
          { name: 'a"b', type: 'text' },
          { name: 'c', type: 'int4' },
        ],
        rows: [],
      }),
    ).toBe('"a""b",c\r\n')
  })
})

describe('JSON', () => {
  test.each([
    ['int4', '42', '42'],
    ['int8', '9007199254740991', '9007199254740991'],
    ['int8', '9007199254740993', '"9007199254740993"'],
    ['numeric(10,2)', '1.10', '1.10'],
    ['numeric', '0.1234567890123456789', '"0.1234567890123456789"'],
    ['numeric', 'NaN', '"NaN"'],
    ['float8', 'Infinity', '"Infinity"'],
    ['float8', '1e+300', '1e+300'],
    ['float8', '1e+400', '"1e+400"'],
    ['numeric', '1e-400', '"1e-400"'],
    ['text', '42', '"42"'],
    ['text', 'say "hi"\n', '"say \\"hi\\"\\n"'],
    ['text', '', '""'],
    ['bool', 't', 'true'],
    ['boolean', 'false', 'false'],
    ['jsonb', '{"id": 9007199254740993}', '{"id": 9007199254740993}'],
    ['json', '"word"', '"\\"word\\""'],
    ['text', null, 'null'],
  ])('%s %j becomes %s', (type, value, literal) => {
    expect(rowsToJson(one(type, value))).toBe(`[\n  { "v": ${literal} }\n]\n`)
  })

  test('a repeated column name keeps both values', () => {
    const columns = ['id', 'id', 'id_2'].map((name) => ({ name, type: 'int4' }))
    expect(JSON.parse(rowsToJson({ columns, rows: [['1', '2', '3']] }))).toEqual([
      { id: 1, id_2: 2, id_2_2: 3 },
    ])
  })

  test('no rows are an empty array', () => {
    expect(rowsToJson({ columns: [], rows: [] })).toBe('[]\n')
  })
})

test('Markdown', () => {
  const columns = [
    { name: 'id', type: 'int4' },
    { name: 'a|b', type: 'text' },
  ]
  const rows = [
    ['1', 'x|y'],
    ['2', 'two\nlines'],
    ['3', null],
    ['4', 'back\\slash'],
  ]
  expect(rowsToMarkdown({ columns, rows })).toMatchInlineSnapshot(`
    "| id | a\\|b |
    | ---: | --- |
    | 1 | x\\|y |
    | 2 | two<br>lines |
    | 3 | NULL |
    | 4 | back\\\\slash |
    "
  `)
})
