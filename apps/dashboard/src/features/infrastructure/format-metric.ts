import { METRICS, type MetricName } from '@plinth/contract'
import { formatBytes } from '#app/lib/format-bytes.ts'

const number = (value: number) =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })

const FORMATS = {
  percent: (value: number) => `${number(value)} %`,
  count: number,
  bytes: formatBytes,
  bytes_per_second: (value: number) => `${formatBytes(value)}/s`,
  per_second: (value: number) => `${number(value)}/s`,
} as const

/** A value of a metric with its unit. */
export const formatMetric = (metric: MetricName, value: number): string =>
  FORMATS[METRICS[metric].unit](value)
