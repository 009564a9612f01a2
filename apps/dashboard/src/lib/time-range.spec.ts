import { expect, test } from 'vitest'
import {
  fromLocalInput,
  lengthOf,
  localInput,
  momentParam,
  momentsOf,
  PRESETS,
  rangeFrom,
  rangeParams,
  tooLong,
} from './time-range.ts'

const between = { start: '2026-01-02T03:04:05.000Z', end: '2026-01-02T04:04:05.000Z' }

test('a preset ends now, a range between moments stays', () => {
  const at = Date.parse('2026-01-02T03:00:00Z')
  expect(momentsOf({ preset: '15m' }, at)).toEqual({
    start: '2026-01-02T02:45:00.000Z',
    end: '2026-01-02T03:00:00.000Z',
  })
  expect(momentsOf(between, at)).toEqual(between)
  expect([lengthOf({ preset: '1h' }), lengthOf(between)]).toEqual([3_600_000, 3_600_000])
})

test('an address holds what differs from the standard', () => {
  expect(rangeFrom({}, '1h')).toEqual({ preset: '1h' })
  expect(rangeFrom({ range: '7d' }, '1h')).toEqual({ preset: '7d' })
  expect(rangeFrom(between, '1h')).toEqual(between)
  expect(rangeParams({ preset: '1h' }, '1h').range).toBeUndefined()
  expect(rangeFrom(rangeParams(between, '1h'), '1h')).toEqual(between)
})

test('what a plan keeps decides which presets there are', () => {
  const open = (days: number) =>
    PRESETS.filter(({ ms }) => !tooLong(ms, days)).map(({ value }) => value)
  expect(open(1)).toEqual(['15m', '1h', '3h', '24h'])
  expect(open(7).at(-1)).toBe('7d')
  expect(tooLong(PRESETS[6].ms, 1)).toBe('This plan keeps logs for 1 day')
})

test('a local field and the moment it means', () => {
  expect(fromLocalInput(localInput(between.start))).toBe(between.start)
  expect(momentParam('yesterday')).toBeUndefined()
})
