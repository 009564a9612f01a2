import { AxisBottom, AxisLeft } from '@visx/axis'
import { GridRows } from '@visx/grid'
import { useParentSize } from '@visx/responsive'
import { scaleLinear } from '@visx/scale'
import { useState } from 'react'
import { type Bar, binBars, labelPlaces } from './bar-data.ts'

const HEIGHT = 230
const MARGIN = { top: 12, right: 12, bottom: 28, left: 48 }
const TICK_PX = 110
// two bars over a whole page would look like walls
const MAX_BAR_PX = 72
const MAX_TICKS = 4

// its own colours are those of a light page
const tickLabel = { fontFamily: 'inherit', fontSize: 11, fill: 'var(--ui-muted)' }

type Series = { readonly label: string; readonly className: string }

type BarChartProps = {
  /** What it shows and what that comes to, for who does not see it. */
  label: string
  bars: readonly Bar[]
  /** What each bar is stacked of, from the ground up. */
  series: readonly Series[]
  /** Told which bar was chosen, by its place in `bars`. */
  onPick?: ((index: number) => void) | undefined
}

/** Stacked bars, read one by one with the pointer or the arrow keys. */
export default function BarChart({ label, bars, series, onPick }: BarChartProps) {
  const { parentRef, width } = useParentSize({ debounceTime: 50, initialSize: { width: 0 } })
  const [cursor, setCursor] = useState<number>()
  const inner = Math.max(width - MARGIN.left - MARGIN.right, 1)
  const binned = binBars(bars, inner)
  const last = Math.max(binned.length - 1, 0)
  const at = cursor === undefined ? undefined : Math.min(cursor, last)
  const read = at === undefined ? undefined : binned[at]
  const bandPx = inner / Math.max(binned.length, 1)
  const said = (bar: (typeof binned)[number] | undefined) => (bar ? textOf(bar, series) : '')
  const pick = () => read && onPick?.(read.index)

  return (
    <div
      ref={parentRef}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={said(read ?? binned[last])}
      className="relative touch-pan-y rounded-md focus-visible:-outline-offset-2"
      style={{ height: HEIGHT }}
      onBlur={() => setCursor(undefined)}
      onPointerLeave={() => setCursor(undefined)}
      onPointerMove={({ clientX, currentTarget }) => {
        const left = clientX - currentTarget.getBoundingClientRect().left - MARGIN.left
        setCursor(Math.min(Math.max(Math.floor(left / bandPx), 0), last))
      }}
      onClick={pick}
      onKeyDown={(event) => {
        if (event.key === 'Enter') return pick()
        const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : undefined
        if (!step) return
        event.preventDefault()
        setCursor(Math.min(Math.max((at ?? last + (step < 0 ? 1 : 0)) + step, 0), last))
      }}
    >
      {width > 0 && <Drawing {...{ width, bandPx, series, at }} bars={binned} />}
      {read && at !== undefined && (
        <Reading x={MARGIN.left + (at + 0.5) * bandPx} width={width} text={said(read)} />
      )}
    </div>
  )
}

const textOf = ({ label, values }: Bar, series: readonly Series[]) =>
  `${label}: ${series
    .map((each, index) => `${(values[index] ?? 0).toLocaleString('en')} ${each.label}`)
    .join(', ')}`

type DrawingProps = {
  width: number
  bandPx: number
  bars: readonly Bar[]
  series: readonly Series[]
  at: number | undefined
}

function Drawing({ width, bandPx, bars, series, at }: DrawingProps) {
  const totals = bars.map(({ values }) =>
    values.reduce((sum, value) => sum + Math.max(value, 0), 0),
  )
  const y = scaleLinear({
    domain: [0, Math.max(...totals, 1)],
    range: [HEIGHT - MARGIN.bottom, MARGIN.top],
    nice: true,
  })
  // counts have no halves
  const ticks = Math.min(MAX_TICKS, Math.ceil(Math.max(...totals, 1)))
  const places = labelPlaces(bars.length, Math.floor((width - MARGIN.left) / TICK_PX))
  const x = scaleLinear({ domain: [0, bars.length], range: [MARGIN.left, width - MARGIN.right] })
  return (
    <svg width={width} height={HEIGHT} aria-hidden className="block overflow-visible">
      <GridRows
        scale={y}
        left={MARGIN.left}
        width={width - MARGIN.left - MARGIN.right}
        numTicks={ticks}
        stroke="var(--ui-line)"
      />
      {at !== undefined && (
        <rect
          x={x(at)}
          y={MARGIN.top}
          width={bandPx}
          height={HEIGHT - MARGIN.top - MARGIN.bottom}
          className="fill-hover"
        />
      )}
      {bars.map((bar, index) => (
        <Stack key={bar.key} {...{ bar, series, y }} x={x(index)} bandPx={bandPx} />
      ))}
      <AxisLeft
        scale={y}
        left={MARGIN.left}
        numTicks={ticks}
        hideAxisLine
        hideTicks
        tickFormat={(value) => Number(value).toLocaleString('en', { notation: 'compact' })}
        tickLabelProps={tickLabel}
      />
      <AxisBottom
        scale={x}
        top={HEIGHT - MARGIN.bottom}
        hideTicks
        stroke="var(--ui-line)"
        tickValues={places.map((place) => place + 0.5)}
        tickFormat={(value) => bars[Math.floor(Number(value))]?.tick ?? ''}
        tickLabelProps={{ ...tickLabel, textAnchor: 'middle' }}
      />
    </svg>
  )
}

type StackProps = {
  bar: Bar
  series: readonly Series[]
  x: number
  bandPx: number
  y: (value: number) => number
}

function Stack({ bar, series, x, bandPx, y }: StackProps) {
  const barPx = Math.max(Math.min(bandPx > 4 ? bandPx - 1 : bandPx, MAX_BAR_PX), 1)
  const tops = bar.values.map((_, index) =>
    bar.values.slice(0, index + 1).reduce((sum, value) => sum + Math.max(value, 0), 0),
  )
  return tops.map((top, index) => {
    const height = y(tops[index - 1] ?? 0) - y(top)
    return height <= 0 ? null : (
      <rect
        key={series[index]?.label ?? index}
        x={x + (bandPx - barPx) / 2}
        y={y(top)}
        width={barPx}
        // a single error among thousands must not be thinner than a line
        height={Math.max(height, 1)}
        className={series[index]?.className}
      />
    )
  })
}

/** The values under the pointer, kept within the chart. */
const Reading = ({ x, width, text }: { x: number; width: number; text: string }) => (
  <div
    className="pointer-events-none absolute top-1 max-w-64 -translate-x-1/2 rounded-md border border-line-strong bg-raised px-2 py-1 text-center text-xs shadow-md"
    style={{ left: Math.min(Math.max(x, 128), Math.max(width - 128, 128)) }}
  >
    {text}
  </div>
)
