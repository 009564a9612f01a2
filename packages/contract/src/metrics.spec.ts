import { expect, test } from 'vitest'
import { binCount, intervalFor, MAX_BINS, MetricInterval } from './metrics.ts'

const HOUR = 60 * 60 * 1000

test.each([
  [HOUR / 2, '15s'],
  [HOUR, '15s'],
  [3 * HOUR, '1m'],
  [24 * HOUR, '15m'],
  [7 * 24 * HOUR, '1h'],
  [365 * 24 * HOUR, '1d'],
])('%d ms are shown by %s', (rangeMs, interval) => {
  expect(intervalFor(rangeMs)).toBe(interval)
})

test('what is chosen is never more than may be asked for', () => {
  for (const hours of [0.1, 1, 2, 5, 25, 100, 24 * 30, 24 * 200]) {
    expect(binCount(hours * HOUR, intervalFor(hours * HOUR))).toBeLessThanOrEqual(MAX_BINS)
  }
  expect(MetricInterval.options.map((interval) => binCount(HOUR, interval))).toEqual([
    240, 60, 12, 4, 1, 1, 1,
  ])
})
