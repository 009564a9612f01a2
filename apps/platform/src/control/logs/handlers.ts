import pg from 'pg'
import { AppError } from '#app/base/app-error.ts'
import { os, type ProjectRow, projectOf } from '#app/base/context.ts'
import { type AskDeps, logQueries } from './ask.ts'
import { histogram, lostRows, newestOf, readPage } from './read.ts'
import { keepDaysOf } from './retention.ts'

const DAY_MS = 24 * 60 * 60_000
const QUERY_CANCELED = '57014'

export function logHandlers(deps: AskDeps) {
  const { logs, clock } = deps
  const ask = logQueries(deps)

  /** No further back than the plan keeps. */
  async function since(project: ProjectRow, start?: string): Promise<Date> {
    const days = await keepDaysOf(deps, project)
    const earliest = clock().getTime() - days * DAY_MS
    return new Date(Math.max(earliest, start ? Date.parse(start) : 0))
  }
  const until = (end?: string) => (end ? new Date(end) : undefined)

  return {
    all: os.logs.all.handler(({ input, context }) => {
      const { sql, iso_timestamp_start: start, iso_timestamp_end: end } = input
      return ask(projectOf({ context }), {
        sql,
        ...(start && { start: new Date(start) }),
        ...(end && { end: new Date(end) }),
      })
    }),

    collections: os.logs.collections.handler(async ({ context }) => {
      const project = projectOf({ context })
      const days = await keepDaysOf(deps, project)
      const newest = await readable(newestOf(logs, project.ref, await since(project)))
      return { retention_days: days, collections: newest }
    }),

    list: os.logs.list.handler(async ({ input, context }) => {
      const project = projectOf({ context })
      const { ref, collection, start, end, before, after, ...narrowed } = input
      const range = { start: await since(project, start), end: until(end) }
      const asked = { ref, collection, narrowed, ...range }
      const page = await readable(readPage(logs, { ...asked, before, after }))
      return { ...page, lost_rows: await readable(lostRows(logs, asked)) }
    }),

    histogram: os.logs.histogram.handler(async ({ input, context }) => {
      const { ref, collection, start, end, ...narrowed } = input
      const range = { start: await since(projectOf({ context }), start), end: new Date(end) }
      return readable(histogram(logs, { ref, collection, narrowed, ...range }))
    }),
  }
}

async function readable<Result>(reading: Promise<Result>): Promise<Result> {
  try {
    return await reading
  } catch (cause) {
    const isSlow = cause instanceof pg.DatabaseError && cause.code === QUERY_CANCELED
    throw new AppError(isSlow ? 'LOGS_TOO_SLOW' : 'LOGS_UNAVAILABLE', { cause })
  }
}
