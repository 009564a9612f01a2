import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** One measured thing beside its floor, both of the same run. */
export type Row = {
  readonly name: string
  readonly ours: number
  /** The least that could do the same work; none where the figure stands for itself. */
  readonly floor?: number
  readonly unit: string
  /** What the figures should satisfy, and whether they do. */
  readonly target: string
  readonly isMet: boolean
}

const shown = (value: number) =>
  value >= 100 ? String(Math.round(value)) : String(Math.round(value * 100) / 100)

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

export async function timed(run: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now()
  await run()
  return performance.now() - startedMs
}

/** Prints one table and keeps it as JSON. */
export async function report(name: string, rows: readonly Row[]): Promise<void> {
  const ratio = ({ ours, floor }: Row) => (floor ? shown(ours / floor) : '')
  const cells = rows.map((row) => [
    row.name,
    `${shown(row.ours)} ${row.unit}`,
    row.floor === undefined ? '' : `${shown(row.floor)} ${row.unit}`,
    ratio(row),
    row.target,
    row.isMet ? 'yes' : 'NO',
  ])
  const header = ['measured', 'ours', 'floor', 'ours/floor', 'target', 'met']
  const table = [header, ...cells]
  const widths = header.map((_, column) =>
    Math.max(...table.map((row) => (row[column] ?? '').length)),
  )
  const lines = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  process.stdout.write(`\n${name}\n${lines.join('\n')}\n`)
  const folder = join(import.meta.dirname, 'results')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify(rows, null, 2)}\n`)
}
