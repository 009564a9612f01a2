import { expect, test } from 'vitest'
import { isNarrowed, logSearch, narrowing, toggled, valuesOf } from './filters.ts'

test('an address typed by hand does no harm', () => {
  expect(
    logSearch({ range: 'forever', start: 'soon', search: '', method: 7, status: '4xx', other: 1 }),
  ).toEqual({ method: '7', status: '4xx' })
  expect(logSearch({ range: '24h', search: 'a' })).toEqual({ range: '24h', search: 'a' })
})

test('values come and go', () => {
  expect(toggled(undefined, 'GET')).toBe('GET')
  expect(toggled('GET', 'POST')).toBe('GET,POST')
  expect(toggled('GET,POST', 'GET')).toBe('POST')
  expect(toggled('GET', 'GET')).toBeUndefined()
  expect(valuesOf('GET,,POST')).toEqual(['GET', 'POST'])
})

test('a range alone narrows nothing', () => {
  expect(isNarrowed({ range: '24h' })).toBe(false)
  expect(isNarrowed({ search: 'a' })).toBe(true)
  expect(narrowing({ range: '24h', search: 'a', status: '4xx' })).toEqual({
    search: 'a',
    status: '4xx',
  })
})
