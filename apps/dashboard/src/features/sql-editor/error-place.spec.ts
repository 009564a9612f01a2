import { expect, test } from 'vitest'
import { errorPlace } from './error-place.ts'
import type { TextToRun } from './text-to-run.ts'

const at = (position: number | null) => ({
  message: 'wrong',
  sqlstate: '42703',
  detail: null,
  hint: null,
  position,
  statementIndex: 0,
})

const DOC = `select 'ü😀';\nselect wrng from "Some Table";\n`
const whole = { sql: DOC, offset: 0 }
const second = { sql: 'select wrng', offset: DOC.indexOf('select wrng') }

test.each<[string, TextToRun, number | null, unknown]>([
  ['in the whole text', whole, DOC.indexOf('wrng'), ['wrng', 2, 8]],
  ['a quoted name', whole, DOC.indexOf('"Some'), ['"Some Table"', 2, 18]],
  ['in a selection, counted from there', second, 7, ['wrng', 2, 8]],
  ['the end of the text marks what was written last', whole, DOC.length, [';', 2, 30]],
  ['beyond the text too', second, 999, ['g', 2, 11]],
  ['without a place', whole, null, undefined],
])('%s', (...[, sent, position, expected]) => {
  const place = errorPlace(DOC, sent, at(position))
  expect(place && [DOC.slice(place.from, place.to), place.line, place.column]).toEqual(expected)
})

test('a text that changed since carries no mark', () => {
  expect(errorPlace(`-- new\n${DOC}`, whole, at(3))).toBeUndefined()
  expect(errorPlace(`${DOC}-- only added`, whole, at(3))).toBeDefined()
})
