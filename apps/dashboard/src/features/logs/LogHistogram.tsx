import type { LogCollection } from '@plinth/contract'
import { Skeleton } from '@plinth/ui'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { count } from '#app/lib/count.ts'
import { dateAndSecond, dayOnly, secondOnly, timeOnly } from '#app/lib/date.ts'
import { MINUTE, SECOND } from '#app/lib/time.ts'
import { useNow } from '#app/lib/use-now.ts'
import { lengthOf, momentsOf, type TimeRange } from '#app/lib/time-range.ts'

const BarChart = lazy(() => import('#app/lib/BarChart.tsx'))

const REFRESH_MS = 10 * SECOND
const DAY = 24 * 60 * MINUTE
const SERIES = [
  { label: 'fine', className: 'fill-accent/60' },
  { label: 'warnings', className: 'fill-warning' },
  { label: 'errors', className: 'fill-danger' },
] as const

type LogHistogramProps = {
  projectRef: string
  collection: LogCollection
  range: TimeRange
  narrowed: Readonly<Record<string, string | undefined>>
  isLive: boolean
  onZoom: (range: TimeRange) => void
}

/** How many rows there were over the range; a bar is a way into its time. */
export function LogHistogram(props: LogHistogramProps) {
  const { projectRef, collection, range, narrowed, isLive, onZoom } = props
  // whole steps, or every rendering would ask for another range
  const at = Math.ceil(useNow(isLive, REFRESH_MS) / REFRESH_MS) * REFRESH_MS
  const { data, error } = useQuery({
    ...api.logs.histogram.queryOptions({
      input: { ref: projectRef, collection, ...momentsOf(range, at), ...narrowed },
    }),
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  })
  if (error && !data) return <p className="p-4 text-sm text-muted">{messageOf(error)}</p>
  if (!data) return <Skeleton className="m-3 h-[206px] w-auto" />

  const stepMs = data.step_seconds * SECOND
  const tickOf = (start: string) =>
    lengthOf(range) > DAY ? dayOnly(start) : stepMs < MINUTE ? secondOnly(start) : timeOnly(start)
  const bars = data.bins.map(({ start, ok, warning, error: failed }) => ({
    key: start,
    label: dateAndSecond(start),
    tick: tickOf(start),
    values: [ok, warning, failed],
  }))
  const total = data.bins.reduce((sum, bin) => sum + bin.ok + bin.warning + bin.error, 0)
  return (
    <Suspense fallback={<Skeleton className="m-3 h-[206px] w-auto" />}>
      <BarChart
        label={`Rows over time, ${count(total, 'row')}. Enter shows the time of a bar`}
        bars={bars}
        series={SERIES}
        onPick={(index) => {
          const start = data.bins[index]?.start
          if (!start || data.step_seconds <= 1) return
          onZoom({ start, end: new Date(Date.parse(start) + stepMs).toISOString() })
        }}
      />
    </Suspense>
  )
}
