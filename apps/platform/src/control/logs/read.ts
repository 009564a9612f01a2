import { LOG_COLLECTIONS, LOG_PAGE_ROWS, LogCollection, type LogRow } from '@plinth/contract'
import type { Logs } from '#app/logs/logs.ts'
import { conditions, LEVEL_SQL, type Narrowed, parameters } from './conditions.ts'

// what one look at a live tail brings at most
const MAX_TAIL_ROWS = 500
const BINS = 60
const STEPS_SECONDS = [
  1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400,
  172_800, 604_800,
]

type Range = { readonly start: Date; readonly end?: Date | undefined }
type Asked = Range & {
  readonly ref: string
  readonly collection: LogCollection
  readonly narrowed: Narrowed
}
type Page = Asked & { readonly before?: string | undefined; readonly after?: string | undefined }

const isoOf = (expression: string) =>
  `to_char(${expression} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

function within({ ref, start, end, collection, narrowed }: Asked) {
  const { values, add } = parameters()
  const where = [
    `project_ref = ${add(ref)}`,
    `"timestamp" >= ${add(start)}`,
    ...(end ? [`"timestamp" < ${add(end)}`] : []),
    ...conditions(collection, narrowed, add),
  ]
  return { where, values, add }
}

/** A page of a collection, newest first. */
export async function readPage(logs: Logs, asked: Page) {
  const { collection, before, after } = asked
  const { where, values, add } = within(asked)
  if (before !== undefined) {
    const [at, id] = before.split(',')
    where.push(`("timestamp", id) < (${add(at)}::timestamptz, ${add(id)}::bigint)`)
  }
  if (after !== undefined) where.push(`id > ${add(after)}::bigint`)
  const wanted = after === undefined ? LOG_PAGE_ROWS : MAX_TAIL_ROWS
  const fields = Object.keys(LOG_COLLECTIONS[collection].fields).filter((f) => f !== 'timestamp')
  const rows = await logs.read<LogRow>(
    `select id::text as id, ${isoOf('"timestamp"')} as "timestamp", ${fields.join(', ')}
       from logs.${collection}
      where ${where.join('\n        and ')}
      order by logs.${collection}."timestamp" desc, logs.${collection}.id desc
      limit ${wanted + 1}`,
    values,
  )
  return { rows: rows.slice(0, wanted), has_older: rows.length > wanted }
}

/** How many rows of the range were never kept. */
export async function lostRows(logs: Logs, { ref, collection, start, end }: Asked) {
  const [row] = await logs.read<{ lost: number }>(
    `select coalesce(sum(lost_rows), 0)::int as lost
       from logs.losses
      where project_ref = $1 and collection = $2 and lost_at >= $3 and ($4::timestamptz is null or lost_at < $4)`,
    [ref, collection, start, end ?? null],
  )
  return row?.lost ?? 0
}

type Bin = {
  readonly n: number
  readonly ok: number
  readonly warning: number
  readonly error: number
}

/** Rows by level over pieces of the range, every piece there. */
export async function histogram(logs: Logs, asked: Asked & { readonly end: Date }) {
  const { collection, start, end } = asked
  const seconds = (end.getTime() - start.getTime()) / 1000
  const step = STEPS_SECONDS.find((size) => seconds / size <= BINS) ?? STEPS_SECONDS.at(-1) ?? 1
  const firstMs = Math.floor(start.getTime() / 1000 / step) * step * 1000
  const { where, values, add } = within(asked)
  const count = (level: string) => `count(*) filter (where level = '${level}')::int as ${level}`
  const bins = await logs.read<Bin>(
    `select n, ${count('ok')}, ${count('warning')}, ${count('error')}
       from (
         select floor((extract(epoch from "timestamp") - ${add(firstMs / 1000)}) / ${add(step)})::int as n,
                ${LEVEL_SQL[collection]} as level
           from logs.${collection}
          where ${where.join('\n            and ')}
       ) r
      group by n`,
    values,
  )
  const known = new Map(bins.map((bin) => [bin.n, bin]))
  const length = Math.max(Math.ceil((end.getTime() - firstMs) / 1000 / step), 1)
  return {
    step_seconds: step,
    bins: Array.from({ length }, (_, n) => {
      const { ok = 0, warning = 0, error = 0 } = known.get(n) ?? {}
      return { start: new Date(firstMs + n * step * 1000).toISOString(), ok, warning, error }
    }),
  }
}

/** When the newest row of each collection happened, as far back as is kept. */
export async function newestOf(logs: Logs, ref: string, since: Date) {
  const parts = LogCollection.options.map(
    (name) => `
    select '${name}' as name, (
      select ${isoOf('max("timestamp")')} from logs.${name}
       where project_ref = $1 and "timestamp" >= $2
    ) as newest_at`,
  )
  return logs.read<{ name: LogCollection; newest_at: string | null }>(parts.join('\n union all '), [
    ref,
    since,
  ])
}
