import type { ResultColumn, ResultRow } from './result-types.ts'

const SAMPLE_ROWS = 200
// one character of the grid's 12 px monospace face, and the padding around them
const CHARACTER_PX = 7.3
const PADDING_PX = 22
const MIN_PX = 72
const MAX_PX = 340

/** A width that shows most of a column's first values, and its name, without giving one value the screen. */
export function initialWidth(
  { name, type }: ResultColumn,
  rows: readonly ResultRow[],
  index: number,
): number {
  let longest = name.length + type.length + 2
  for (const row of rows.slice(0, SAMPLE_ROWS)) {
    const length = row[index]?.length ?? 4
    if (length > longest) longest = length
  }
  return Math.round(Math.min(MAX_PX, Math.max(MIN_PX, longest * CHARACTER_PX + PADDING_PX)))
}
