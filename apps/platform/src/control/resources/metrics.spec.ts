import { expect, test } from 'vitest'
import { effectiveDisk } from '#app/control/disk/service.ts'
import { presentMetrics, spanOf } from './metrics.ts'
import type { Bin } from './store.ts'

const now = new Date('2030-01-10T12:34:56Z')
const shown = (asked: Parameters<typeof spanOf>[0]) => {
  const { start, end, interval, source } = spanOf(asked, now)
  return [start, end].map((date) => date.toISOString()).concat(interval, source)
}
const refusal = (asked: Parameters<typeof spanOf>[0]) => {
  try {
    shown(asked)
    return undefined
  } catch (error) {
    return (error as Error).message // AppError is one
  }
}

test('the last hour, where nothing else is asked for', () => {
  expect(shown({})).toEqual([
    '2030-01-10T11:34:45.000Z',
    '2030-01-10T12:34:56.000Z',
    '15s',
    'samples',
  ])
})

test('what is older than a day comes by the minute', () => {
  expect(shown({ start: '2030-01-05T00:00:10Z', end: '2030-01-05T01:00:00Z' })).toEqual([
    '2030-01-05T00:00:00.000Z',
    '2030-01-05T01:00:00.000Z',
    '1m',
    'minutes',
  ])
})

test('a span has a beginning and an end, and not too many points', () => {
  expect(refusal({ start: '2030-01-10T13:00:00Z' })).toBe('The start has to be before the end')
  expect(refusal({ start: '2030-01-03T00:00:00Z', interval: '1m' })).toMatch(/^Choose a longer/)
  expect(refusal({ start: '2030-01-03T00:00:00Z', interval: '1h' })).toBeUndefined()
})

const nothing: Omit<Bin, 'period_start'> = {
  cpu_usage: null,
  ram_usage: null,
  disk_io: null,
  disk_usage: null,
  connections: null,
  ram_bytes: null,
  disk_bytes: null,
  disk_read: null,
  disk_write: null,
  disk_iops: null,
}
const disk = effectiveDisk({
  plan: 'pro',
  type: null,
  size_gb: null,
  iops: null,
  throughput_mbps: null,
  last_modified_at: null,
  growth_percent: null,
  min_increment_gb: null,
  max_size_gb: null,
})

test('a moment without a sample is shown as one', () => {
  const span = spanOf({ start: '2030-01-10T12:30:00Z', interval: '1m' }, now)
  const bins: Bin[] = [
    { ...nothing, period_start: new Date('2030-01-10T12:30:00Z'), cpu_usage: 10, connections: 2 },
    { ...nothing, period_start: new Date('2030-01-10T12:33:00Z'), cpu_usage: 30 },
  ]
  const facts = {
    size: 'micro',
    disk,
    maxConnections: null,
    names: ['cpu_usage', 'connections'],
  } as const
  const metrics = presentMetrics(bins, span, facts)
  expect(
    metrics.data.map(({ period_start, values }) => [period_start.slice(11, 16), values.cpu_usage]),
  ).toEqual([
    ['12:30', 10],
    ['12:31', null],
    ['12:32', null],
    ['12:33', 30],
    ['12:34', null],
  ])
  expect(metrics.series).toEqual({
    cpu_usage: { unit: 'percent', average: 20, maximum: 30, limit: 100 },
    connections: { unit: 'count', average: 2, maximum: 2, limit: 60 },
  })
})

test('what a project has of each', () => {
  const span = spanOf({}, now)
  const names = ['ram_bytes', 'disk_bytes', 'disk_iops', 'disk_read'] as const
  const { series } = presentMetrics([], span, { size: 'micro', disk, maxConnections: null, names })
  expect(names.map((name) => series[name]?.limit)).toEqual([1024 ** 3, 8 * 1024 ** 3, 500, null])
})

test('connections are counted against what the owner has set', () => {
  const facts = { size: 'micro', disk, maxConnections: 20, names: ['connections'] } as const
  expect(presentMetrics([], spanOf({}, now), facts).series.connections?.limit).toBe(20)
})
