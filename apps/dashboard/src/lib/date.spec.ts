import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dateAndMinute, dateAndSecond, dateAndZone, dateOnly, fromNow, offsetName } from './date.ts'

// built from local parts, so that the test reads the same in every time zone
const when = new Date(2026, 3, 3, 14, 5, 7)
const morning = new Date(2026, 11, 24, 0, 9, 0)

beforeEach(() => {
  vi.useFakeTimers({ now: when })
})
afterEach(() => {
  vi.useRealTimers()
})

test('the three formats of the specification', () => {
  expect(dateAndMinute(when)).toBe('Apr 3, 2026, 02:05pm')
  expect(dateAndSecond(when)).toBe('Apr 3, 02:05:07pm')
  expect(dateOnly(when)).toBe('Apr 3, 2026')
  expect(dateAndMinute(morning)).toBe('Dec 24, 2026, 12:09am')
})

test('a full date says in which zone it is told', () => {
  const away = (minutes: number) => ({ getTimezoneOffset: () => minutes }) as Date // all that is asked of it
  expect([-330, 0, 210].map((minutes) => offsetName(away(minutes)))).toEqual([
    'UTC+5:30',
    'UTC',
    'UTC-3:30',
  ])
  expect(dateAndZone(when)).toBe(`Apr 3, 2026, 02:05pm ${offsetName(when)}`)
})

test('a moment in words', () => {
  expect(fromNow(new Date(2026, 3, 3, 12, 5))).toBe('2 hours ago')
  expect(fromNow(new Date(2026, 3, 6, 14, 6))).toBe('in 3 days')
})
