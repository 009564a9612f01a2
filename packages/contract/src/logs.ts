import { z } from 'zod'
import { ByRef, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { LOG_COLLECTIONS, type LogCollectionName } from './log-collections.ts'

/** What an SQL text over logs may answer at most, and how long it may take. */
export const LOG_QUERY_LIMITS = {
  rows: 1_000,
  bytes: 8 * 1024 * 1024,
  timeMs: 15_000,
  /** The text travels in an address. */
  characters: 16_000,
} as const

/** Said where a dialect of logs that people know differs from what they wrote. */
export const LOG_DIALECT_ERRORS = {
  'with-and-subqueries': 'The parser does not yet support WITH and subquery statements.',
  ilike: 'BigQuery does not support ILIKE. Use REGEXP_CONTAINS instead.',
} as const
export type LogDialectError = keyof typeof LOG_DIALECT_ERRORS

/** How many rows a page of a collection has. */
export const LOG_PAGE_ROWS = 100

export const LogCollection = z.enum(
  // keys of a literal: never empty
  Object.keys(LOG_COLLECTIONS) as [LogCollectionName],
)
export type LogCollection = z.infer<typeof LogCollection>

export const LogQueryError = z.object({
  message: z.string(),
  sqlstate: z.string().nullable(),
  /** UTF-16 offset into the text that was sent, from 0; null where there is none. */
  position: z.int().nullable(),
  hint: z.string().nullable(),
  /** A page that says more, where there is one. */
  docs_url: z.string().nullable(),
})
export type LogQueryError = z.infer<typeof LogQueryError>

export const LogQueryAnswer = z.object({
  result: z.array(z.record(z.string(), z.unknown())),
  error: LogQueryError.nullable(),
  /** Names and types in the order they were asked for. */
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  /** There were more rows than are answered. */
  truncated: z.boolean(),
})
export type LogQueryAnswer = z.infer<typeof LogQueryAnswer>

/** One row of a collection, as its columns are called. */
export const LogRow = z.looseObject({
  id: z.string(),
  timestamp: z.string(),
  event_message: z.string().nullable(),
})
export type LogRow = z.infer<typeof LogRow>

/** How bad a row is: of a request by its status, of a line by what it calls itself. */
export const LogLevel = z.enum(['ok', 'warning', 'error'])
export type LogLevel = z.infer<typeof LogLevel>

/** What a collection may be narrowed by. */
export const LOG_FILTERS = {
  edge_logs: ['level', 'method', 'status'],
  postgres_logs: ['level', 'severity'],
  postgrest_logs: ['level'],
  function_edge_logs: ['level', 'method', 'status', 'function'],
  function_logs: ['level', 'severity', 'function'],
} as const satisfies Record<LogCollection, readonly LogFilter[]>
export type LogFilter = 'level' | 'method' | 'status' | 'severity' | 'function'

const list = z
  .string()
  .max(400)
  .transform((text) => text.split(',').filter((part) => part !== ''))

const Filters = {
  search: z.string().trim().max(200).optional(),
  level: list.optional(),
  method: list.optional(),
  /** Classes: 2xx, 4xx. */
  status: list.optional(),
  severity: list.optional(),
  function: list.optional(),
}

const ByCollection = ByRef.extend({ collection: LogCollection })
const unreadable = ['PROJECT_NOT_FOUND', 'LOGS_UNAVAILABLE', 'LOGS_TOO_SLOW'] as const

export const logs = {
  all: endpoint({
    needs: 'logs:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/analytics/endpoints/logs.all',
      summary: "Ask a project's logs in SQL; the last hour where no range is named",
    },
    errors: ['PROJECT_NOT_FOUND', 'LOGS_UNAVAILABLE', 'LOGS_BUSY'],
  })
    .input(
      ByRef.extend({
        sql: z
          .string()
          .trim()
          .min(1, 'Write a query first')
          .max(LOG_QUERY_LIMITS.characters, 'A query over logs has at most 16,000 characters'),
        iso_timestamp_start: Timestamp.optional(),
        iso_timestamp_end: Timestamp.optional(),
      }),
    )
    .output(LogQueryAnswer),

  collections: endpoint({
    needs: 'logs:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/logs',
      summary: 'Which collections of logs a project has, and how long they are kept',
    },
    errors: [...unreadable],
  })
    .input(ByRef)
    .output(
      z.object({
        retention_days: z.int(),
        collections: z.array(
          z.object({
            name: LogCollection,
            /** When its newest row happened; null where there is none. */
            newest_at: z.string().nullable(),
          }),
        ),
      }),
    ),

  list: endpoint({
    needs: 'logs:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/logs/{collection}',
      summary: 'Rows of one collection, newest first; before=, older ones; after=, what came since',
    },
    errors: [...unreadable],
  })
    .input(
      ByCollection.extend({
        ...Filters,
        start: Timestamp.optional(),
        end: Timestamp.optional(),
        /** The last row of the page before, as its timestamp and id with a comma between. */
        before: z
          .string()
          .regex(/^[^,]{10,40},\d{1,19}$/)
          .optional(),
        /** The highest id that is known: what was written since. */
        after: z
          .string()
          .regex(/^\d{1,19}$/)
          .optional(),
      }),
    )
    .output(
      z.object({
        rows: z.array(LogRow),
        /** More rows stand before the last one. */
        has_older: z.boolean(),
        /** Rows of the range that came too fast to be kept. */
        lost_rows: z.int(),
      }),
    ),

  histogram: endpoint({
    needs: 'logs:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/logs/{collection}/histogram',
      summary: 'How many rows of a collection fall into each piece of a range, by level',
    },
    errors: [...unreadable],
  })
    .input(ByCollection.extend({ ...Filters, start: Timestamp, end: Timestamp }))
    .output(
      z.object({
        step_seconds: z.number(),
        bins: z.array(
          z.object({ start: z.string(), ok: z.int(), warning: z.int(), error: z.int() }),
        ),
      }),
    ),
}
