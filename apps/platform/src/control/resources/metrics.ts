import {
  binCount,
  type ComputeSize,
  INTERVAL_MS,
  intervalFor,
  KEEP_SAMPLES_MS,
  MAX_BINS,
  type MetricInterval,
  type MetricName,
  METRICS,
  type Metrics,
  type MetricSeries,
} from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import { GB, type ProjectDisk } from '#app/control/disk/service.ts'
import type { Bin } from './store.ts'
import { limitsOf } from './usage.ts'

const HOUR_MS = 60 * 60 * 1000

type Asked = {
  readonly start?: string | undefined
  readonly end?: string | undefined
  readonly interval?: MetricInterval | undefined
}

export type Span = {
  readonly start: Date
  readonly end: Date
  readonly interval: MetricInterval
  readonly source: 'samples' | 'minutes'
}

/** What to show of what was asked for: whole intervals, never too many. */
export function spanOf(asked: Asked, now: Date): Span {
  const end = asked.end ? new Date(asked.end) : now
  const start = asked.start ? new Date(asked.start) : new Date(end.getTime() - HOUR_MS)
  const rangeMs = end.getTime() - start.getTime()
  if (rangeMs <= 0) throw refused('start', 'The start has to be before the end')
  const source = now.getTime() - start.getTime() > KEEP_SAMPLES_MS ? 'minutes' : 'samples'
  const finest = intervalFor(rangeMs)
  const interval = asked.interval ?? (source === 'minutes' && finest === '15s' ? '1m' : finest)
  if (binCount(rangeMs, interval) > MAX_BINS) {
    const message = `Choose a longer interval: ${interval} makes more than ${MAX_BINS} points of this range`
    throw refused('interval', message)
  }
  const width = INTERVAL_MS[interval]
  return { start: new Date(Math.floor(start.getTime() / width) * width), end, interval, source }
}

const refused = (field: string, message: string) =>
  new AppError('BAD_INPUT', { message, data: { fields: { [field]: [message] } } })

type Facts = {
  readonly size: ComputeSize
  readonly disk: ProjectDisk
  /** What its owner has set; null: as many as suit its size. */
  readonly maxConnections: number | null
}

/** Every interval of the span, those without a sample as null, and each series summed up. */
export function presentMetrics(
  bins: readonly Bin[],
  span: Span,
  { names, ...facts }: Facts & { readonly names: readonly MetricName[] },
): Metrics {
  const byStart = new Map(bins.map((bin) => [bin.period_start.getTime(), bin]))
  const width = INTERVAL_MS[span.interval]
  const count = binCount(span.end.getTime() - span.start.getTime(), span.interval)
  const data = Array.from({ length: count }, (_, index) => {
    const startMs = span.start.getTime() + index * width
    const values = names.map((name) => [name, byStart.get(startMs)?.[name] ?? null])
    return { period_start: new Date(startMs).toISOString(), values: Object.fromEntries(values) }
  })
  const series = names.map((name) => [name, seriesOf(name, bins, facts)])
  return { interval: span.interval, data, series: Object.fromEntries(series) }
}

function seriesOf(name: MetricName, bins: readonly Bin[], facts: Facts): MetricSeries {
  const values = bins.map((bin) => bin[name]).filter((value) => value !== null)
  const sum = values.reduce((total, value) => total + value, 0)
  return {
    unit: METRICS[name].unit,
    average: values.length > 0 ? sum / values.length : null,
    maximum: values.length > 0 ? Math.max(...values) : null,
    limit: limitFor(name, facts),
  }
}

function limitFor(name: MetricName, { size, disk, maxConnections: set }: Facts): number | null {
  const { maxConnections, memoryBytes, iops } = limitsOf(size, disk.shape)
  if (METRICS[name].unit === 'percent') return 100
  if (name === 'connections') return set ?? maxConnections
  if (name === 'ram_bytes') return memoryBytes
  if (name === 'disk_bytes') return disk.shape.size_gb * GB
  return name === 'disk_iops' ? iops : null
}
