import { METRICS, type MetricName } from '@plinth/contract'
import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { scaleLinear, scaleTime } from '@visx/scale'
import { AreaClosed, LinePath } from '@visx/shape'
import { useState } from 'react'
import { dateAndSecond, dayOnly, timeOnly } from '#app/lib/date.ts'
import { MINUTE } from '#app/lib/time.ts'
import { type Point, binToPixels, lonePoints, nearestPoint, stepFrom, topOf } from './chart-data.ts'
import { formatMetric } from './format-metric.ts'

const HEIGHT = 230
// half a label stands beyond the last moment
const MARGIN = { top: 12, right: 28, bottom: 28, left: 56 }
const DAY = 24 * 60 * MINUTE

// its own colours are those of a light page
const tickLabel = { fontFamily: 'inherit', fontSize: 11, fill: 'var(--ui-muted)' }

type MetricChartProps = {
  /** What it shows and what that comes to, for who does not see it. */
  label: string
  metric: MetricName
  points: readonly Point[]
  rangeMs: number
}

/** A line over time, read value by value with the pointer or the arrow keys. */
export default function MetricChart({ label, metric, points, rangeMs }: MetricChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50, initialSize: { width: 0 } })
  const [cursor, setCursor] = useState<number>()
  const binned = binToPixels(points, width - MARGIN.left - MARGIN.right)
  const read = cursor === undefined ? undefined : binned[cursor]
  const last = binned.findLastIndex(({ value }) => value !== null)
  const { x } = scalesFor(binned, width, metric)
  const said = (at: Point | undefined) =>
    at?.value == null ? '' : `${dateAndSecond(at.at)}: ${formatMetric(metric, at.value)}`

  return (
    <div
      ref={parentRef}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, binned.length - 1)}
      aria-valuenow={cursor ?? last}
      aria-valuetext={said(read ?? binned[last])}
      className="relative touch-pan-y rounded-md focus-visible:-outline-offset-2"
      style={{ height: HEIGHT + 16 }}
      onBlur={() => setCursor(undefined)}
      onPointerLeave={() => setCursor(undefined)}
      onPointerMove={({ clientX, currentTarget }) => {
        const { left } = currentTarget.getBoundingClientRect()
        setCursor(nearestPoint(binned, x.invert(clientX - left).getTime()))
      }}
      onKeyDown={(event) => {
        const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : undefined
        if (!step) return
        event.preventDefault()
        setCursor(cursor === undefined ? last : stepFrom(binned, cursor, step))
      }}
    >
      {width > 0 && <Drawing {...{ metric, rangeMs, width }} points={binned} read={read} />}
      {read?.value != null && <Reading x={x(read.at)} width={width} text={said(read)} />}
    </div>
  )
}

function scalesFor(points: readonly Point[], width: number, metric: MetricName) {
  const [first, last] = [points[0]?.at ?? 0, points.at(-1)?.at ?? 1]
  return {
    x: scaleTime({ domain: [first, last], range: [MARGIN.left, width - MARGIN.right] }),
    y: scaleLinear({
      domain: [0, topOf(points, METRICS[metric].unit === 'percent')],
      range: [HEIGHT - MARGIN.bottom, MARGIN.top],
    }),
  }
}

function Drawing({
  metric,
  rangeMs,
  width,
  points,
  read,
}: Pick<MetricChartProps, 'metric' | 'rangeMs'> & {
  width: number
  points: readonly Point[]
  read: Point | undefined
}) {
  const { x, y } = scalesFor(points, width, metric)
  // what is counted has no halves to draw a line at
  const rows = y
    .ticks(4)
    .filter((value) => METRICS[metric].unit !== 'count' || Number.isInteger(value))
  const path = {
    data: [...points],
    x: ({ at }: Point) => x(at),
    y: ({ value }: Point) => y(value ?? 0),
    defined: ({ value }: Point) => value !== null,
  }
  return (
    <svg width={width} height={HEIGHT} aria-hidden className="block overflow-visible">
      <GridRows
        scale={y}
        left={MARGIN.left}
        width={width - MARGIN.left - MARGIN.right}
        tickValues={rows}
        stroke="var(--ui-line)"
      />
      <AreaClosed {...path} yScale={y} className="fill-accent/12" strokeWidth={0} />
      <LinePath
        {...path}
        className="fill-none stroke-accent"
        strokeWidth={1.5}
        strokeLinecap="round"
      />
      {lonePoints(points).map(({ at, value }) => (
        <circle key={at} cx={x(at)} cy={y(value ?? 0)} r={2} className="fill-accent" />
      ))}
      <AxisLeft
        scale={y}
        left={MARGIN.left}
        tickValues={rows}
        hideAxisLine
        hideTicks
        tickFormat={(value) => formatMetric(metric, Number(value))}
        tickLabelProps={tickLabel}
      />
      <AxisBottom
        scale={x}
        top={HEIGHT - MARGIN.bottom}
        numTicks={Math.max(2, Math.floor(width / 110))}
        hideTicks
        stroke="var(--ui-line)"
        tickFormat={(value) => (rangeMs > DAY ? dayOnly : timeOnly)(Number(value))}
        tickLabelProps={{ ...tickLabel, textAnchor: 'middle' }}
      />
      {read?.value != null && (
        <g>
          <line
            x1={x(read.at)}
            x2={x(read.at)}
            y1={MARGIN.top}
            y2={HEIGHT - MARGIN.bottom}
            className="stroke-line-strong"
          />
          <circle
            cx={x(read.at)}
            cy={y(read.value)}
            r={4}
            className="fill-accent stroke-surface"
            strokeWidth={2}
          />
        </g>
      )}
    </svg>
  )
}

/** The value under the pointer, kept within the chart. */
const Reading = ({ x, width, text }: { x: number; width: number; text: string }) => (
  <div
    className="pointer-events-none absolute top-1 -translate-x-1/2 rounded-md border border-line-strong bg-raised px-2 py-1 text-xs whitespace-nowrap shadow-md"
    style={{ left: Math.min(Math.max(x, 90), width - 90) }}
  >
    {text}
  </div>
)
