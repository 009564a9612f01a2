import type { LogQueryAnswer } from '@plinth/contract'
import { dateAndSecond, dayOnly, secondOnly, timeOnly } from '#app/lib/date.ts'
import type { Bar } from '#app/lib/bar-data.ts'
import { MINUTE } from '#app/lib/time.ts'

type Columns = LogQueryAnswer['columns']

const NUMBERS = new Set(['int2', 'int4', 'int8', 'float4', 'float8', 'numeric'])
const TIMES = new Set(['timestamptz', 'timestamp', 'date'])

export const isNumber = (type: string) => NUMBERS.has(type)

/** Which columns a chart of this answer could be made of; undefined where there is no number in it. */
export function chartChoice(columns: Columns): { x: string; y: string } | undefined {
  const y = columns.find(({ type }) => isNumber(type))
  if (!y) return undefined
  const x =
    columns.find(({ type }) => TIMES.has(type)) ??
    columns.find(({ name, type }) => name !== y.name && !isNumber(type)) ??
    columns.find(({ name }) => name !== y.name)
  return x && { x: x.name, y: y.name }
}

const textOf = (value: unknown): string =>
  value === null || value === undefined
    ? 'null'
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

const DAY = 24 * 60 * MINUTE
const CLOSE = 15 * MINUTE

/** As short as tells moments apart that lie so far from each other. */
function tickFor(times: readonly number[]): (time: string) => string {
  const span = Math.max(...times) - Math.min(...times)
  return span > DAY ? dayOnly : span < CLOSE ? secondOnly : timeOnly
}

/** Rows as bars; along time they stand in its order, whatever order they came in. */
export function barsOf(
  { columns, result }: Pick<LogQueryAnswer, 'columns' | 'result'>,
  { x, y }: { x: string; y: string },
): readonly Bar[] {
  const isTime = TIMES.has(columns.find(({ name }) => name === x)?.type ?? '')
  const tickOf = tickFor(isTime ? result.map((row) => Date.parse(textOf(row[x]))) : [])
  const bars = result.map((row, index) => {
    const name = textOf(row[x])
    const value = Number(row[y])
    return {
      key: `${index} ${name}`,
      name,
      label: isTime ? dateAndSecond(name) : name,
      tick: isTime ? tickOf(name) : name.length > 14 ? `${name.slice(0, 13)}…` : name,
      values: [Number.isFinite(value) ? value : 0],
    }
  })
  return isTime ? bars.toSorted((a, b) => Date.parse(a.name) - Date.parse(b.name)) : bars
}

/** An answer as the table takes it: every value as text. */
export const asText = ({ columns, result }: Pick<LogQueryAnswer, 'columns' | 'result'>) =>
  result.map((row) =>
    columns.map(({ name }) => {
      const value = row[name]
      return value === null || value === undefined ? null : textOf(value)
    }),
  )
