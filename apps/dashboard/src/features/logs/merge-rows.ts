import type { LogRow } from '@plinth/contract'

// what stays in memory while new rows keep coming; older ones can be loaded again
const MAX_ROWS = 5_000

export type LogPage = {
  readonly rows: readonly LogRow[]
  readonly has_older: boolean
  readonly lost_rows: number
}

/** Newest first, and of the same instant the one written last. */
const byTime = (a: LogRow, b: LogRow) =>
  a.timestamp === b.timestamp
    ? Number(BigInt(b.id) - BigInt(a.id))
    : a.timestamp < b.timestamp
      ? 1
      : -1

/** Pages with what came since. More than one look brings means that some between are not known: then it begins anew. */
export function withTail(pages: readonly LogPage[], tail: LogPage): readonly LogPage[] {
  if (tail.has_older) return [tail]
  const [first, ...rest] = withNewRows(pages, tail.rows)
  if (!first || first.lost_rows === tail.lost_rows) return first ? [first, ...rest] : pages
  return [{ ...first, lost_rows: tail.lost_rows }, ...rest]
}

/** Pages with rows that came since: each once, each in its place. */
export function withNewRows(
  pages: readonly LogPage[],
  fresh: readonly LogRow[],
): readonly LogPage[] {
  const [first, ...rest] = pages
  if (!first) return pages
  const known = new Set(pages.flatMap(({ rows }) => rows.map(({ id }) => id)))
  const added = fresh.filter(({ id }) => !known.has(id))
  if (added.length === 0) return pages
  const rows = [...added, ...first.rows].toSorted(byTime)
  const others = rest.reduce((sum, page) => sum + page.rows.length, 0)
  if (rows.length + others <= MAX_ROWS) return [{ ...first, rows }, ...rest]
  return [{ ...first, rows: rows.slice(0, MAX_ROWS), has_older: true }]
}

/** The highest id there is: what was written later has a higher one. */
export const newestId = (pages: readonly LogPage[]): string =>
  pages
    .flatMap(({ rows }) => rows)
    .reduce((best, { id }) => (BigInt(id) > best ? BigInt(id) : best), 0n)
    .toString()

/** Where the page after this one begins; undefined where nothing is older. */
export function olderThan(page: LogPage): string | undefined {
  const last = page.rows.at(-1)
  return page.has_older && last ? `${last.timestamp},${last.id}` : undefined
}
