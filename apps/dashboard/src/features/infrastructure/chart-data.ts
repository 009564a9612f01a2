import type { MetricName, Metrics } from '@plinth/contract'

/** One place of a chart; null where nothing was measured. */
export type Point = { readonly at: number; readonly value: number | null }

/** The values of one metric over time. */
export const pointsOf = ({ data }: Pick<Metrics, 'data'>, metric: MetricName): readonly Point[] =>
  data.map(({ period_start, values }) => ({
    at: Date.parse(period_start),
    value: values[metric] ?? null,
  }))

/**
 * At most one point a pixel, the highest of each: a chart that leaves points out as they come hides
 * the very peaks that it is looked at for.
 */
export function binToPixels(points: readonly Point[], widthPx: number): readonly Point[] {
  const bins = Math.max(1, Math.floor(widthPx))
  if (points.length <= bins) return points
  const perBin = points.length / bins
  return Array.from({ length: bins }, (_, bin) => {
    const [from, to] = [Math.floor(bin * perBin), Math.floor((bin + 1) * perBin)]
    const inBin = points.slice(from, to)
    return inBin.reduce((highest, point) =>
      (point.value ?? -Infinity) > (highest.value ?? -Infinity) ? point : highest,
    )
  })
}

/** Points with nothing measured beside them: a line through one of them has no length, so it is a dot. */
export const lonePoints = (points: readonly Point[]): readonly Point[] =>
  points.filter(
    ({ value }, index) =>
      value !== null && points[index - 1]?.value == null && points[index + 1]?.value == null,
  )

/** The point nearest to a moment, among those that were measured. */
export function nearestPoint(points: readonly Point[], at: number): number | undefined {
  const distance = (index: number) => Math.abs((points[index]?.at ?? Infinity) - at)
  const measured = points.flatMap(({ value }, index) => (value === null ? [] : [index]))
  return measured.reduce<number | undefined>(
    (best, index) => (best === undefined || distance(index) < distance(best) ? index : best),
    undefined,
  )
}

/** The next measured point in a direction, or the one there is. */
export function stepFrom(points: readonly Point[], from: number, step: 1 | -1): number {
  for (let index = from + step; index >= 0 && index < points.length; index += step)
    if (points[index]?.value != null) return index
  return from
}

/** Where the vertical axis ends: a whole 100 of a percentage, else a little above the highest or the limit. */
export function topOf(points: readonly Point[], isPercent: boolean): number {
  const highest = Math.max(0, ...points.map(({ value }) => value ?? 0))
  if (isPercent) return Math.max(100, Math.ceil(highest / 50) * 50)
  return highest === 0 ? 1 : highest * 1.1
}
