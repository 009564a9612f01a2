import { z } from 'zod'

export const MetricName = z.enum([
  'cpu_usage',
  'ram_usage',
  'disk_io',
  'disk_usage',
  'connections',
  'ram_bytes',
  'disk_bytes',
  'disk_read',
  'disk_write',
  'disk_iops',
])
export type MetricName = z.infer<typeof MetricName>

export type MetricUnit = 'percent' | 'count' | 'bytes' | 'bytes_per_second' | 'per_second'

type Metric = { readonly label: string; readonly unit: MetricUnit }

/** What is measured of a running project. Percentages are of what its size and its disk give it. */
export const METRICS = {
  cpu_usage: { label: 'CPU', unit: 'percent' },
  ram_usage: { label: 'Memory', unit: 'percent' },
  disk_io: { label: 'Disk I/O', unit: 'percent' },
  disk_usage: { label: 'Disk space', unit: 'percent' },
  connections: { label: 'Connections', unit: 'count' },
  ram_bytes: { label: 'Memory', unit: 'bytes' },
  disk_bytes: { label: 'Disk space', unit: 'bytes' },
  disk_read: { label: 'Disk reads', unit: 'bytes_per_second' },
  disk_write: { label: 'Disk writes', unit: 'bytes_per_second' },
  disk_iops: { label: 'Disk operations', unit: 'per_second' },
} as const satisfies Record<MetricName, Metric>

export const MetricInterval = z.enum(['15s', '1m', '5m', '15m', '1h', '6h', '1d'])
export type MetricInterval = z.infer<typeof MetricInterval>

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

export const INTERVAL_MS = {
  '15s': 15 * SECOND,
  '1m': MINUTE,
  '5m': 5 * MINUTE,
  '15m': 15 * MINUTE,
  '1h': HOUR,
  '6h': 6 * HOUR,
  '1d': 24 * HOUR,
} as const satisfies Record<MetricInterval, number>

/** How long every sample is kept, and then one for each minute. */
export const KEEP_SAMPLES_MS = 24 * HOUR
export const KEEP_MINUTES_MS = 7 * 24 * HOUR

/** More points than this no chart can show. */
export const MAX_BINS = 720
const WANTED_BINS = 240

export const binCount = (rangeMs: number, interval: MetricInterval): number =>
  Math.ceil(rangeMs / INTERVAL_MS[interval])

/** The finest interval that still makes a chart of a sensible size. */
export const intervalFor = (rangeMs: number): MetricInterval =>
  MetricInterval.options.find((interval) => binCount(rangeMs, interval) <= WANTED_BINS) ?? '1d'
