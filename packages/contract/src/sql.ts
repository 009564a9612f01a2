import { z } from 'zod'
import { ByRef } from './common.ts'
import { endpoint } from './endpoint.ts'

/** The dashboard refuses longer text, and so does the platform (0.98 MiB of UTF-8). */
export const MAX_SQL_BYTES = Math.floor(0.98 * 1024 * 1024)
/** However the session is set, a query of the dashboard is ended after this long. */
export const QUERY_TIME_LIMIT_MS = 50_000
export const ROW_LIMITS = [100, 500, 1000, null] as const

export const ResultColumn = z.object({ name: z.string(), type: z.string(), typeOid: z.int() })
export type ResultColumn = z.infer<typeof ResultColumn>

export const StatementResult = z.object({
  columns: z.array(ResultColumn),
  /** PostgreSQL's own text for every value: exact for bigint, numeric and dates. */
  rows: z.array(z.array(z.string().nullable())),
  command: z.string(),
  rowCount: z.int().nullable(),
  /** More rows were there than may be sent; the statement was ended. */
  truncated: z.boolean(),
  durationMs: z.number(),
})
export type StatementResult = z.infer<typeof StatementResult>

export const QueryError = z.object({
  message: z.string(),
  sqlstate: z.string(),
  detail: z.string().nullable(),
  hint: z.string().nullable(),
  /** UTF-16 offset into the text that was sent, from 0; null where Postgres gave none. */
  position: z.int().nullable(),
  /** Which statement failed; those before it keep their results. */
  statementIndex: z.int(),
})
export type QueryError = z.infer<typeof QueryError>

export const TextResult = z.object({
  statements: z.array(StatementResult),
  notices: z.array(
    z.object({
      severity: z.string(),
      sqlstate: z.string(),
      message: z.string(),
      detail: z.string().nullable(),
      hint: z.string().nullable(),
    }),
  ),
  error: QueryError.nullable(),
})
export type TextResult = z.infer<typeof TextResult>

export const Table = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'view', 'materialized_view', 'foreign_table', 'partitioned_table']),
  rls_enabled: z.boolean(),
  rls_forced: z.boolean(),
  live_rows_estimate: z.number(),
  bytes: z.number(),
  size: z.string(),
  comment: z.string().nullable(),
  primary_keys: z.array(z.object({ name: z.string() })),
  columns: z
    .array(
      z.object({
        id: z.string(),
        ordinal_position: z.int(),
        name: z.string(),
        data_type: z.string(),
        format: z.string(),
        is_nullable: z.boolean(),
        is_identity: z.boolean(),
        is_generated: z.boolean(),
        is_unique: z.boolean(),
        default_value: z.string().nullable(),
        enums: z.array(z.string()),
        comment: z.string().nullable(),
      }),
    )
    .optional(),
})
export type Table = z.infer<typeof Table>

/** What the SQL editor completes from: schema → relation → columns. */
export const CompletionSchema = z.object({
  schemas: z.record(z.string(), z.record(z.string(), z.array(z.string()))),
  functions: z.array(z.object({ schema: z.string(), name: z.string() })),
})
export type CompletionSchema = z.infer<typeof CompletionSchema>

const Sql = z.string().min(1, 'Write a query first')
const unreachable = ['PROJECT_NOT_FOUND', 'WRONG_PROJECT_STATUS', 'PROJECT_UNREACHABLE'] as const

export const sql = {
  query: endpoint({
    needs: 'sql:read',
    route: {
      method: 'POST',
      path: '/platform/pg-meta/{ref}/query',
      summary: 'Run SQL, one result per statement, values as PostgreSQL writes them',
    },
    errors: [...unreachable, 'QUERY_TOO_LARGE'],
    // the handler audits a text that writes; reading is not a mutation
    audit: false,
  })
    .input(
      ByRef.extend({
        query: Sql,
        /** Only a label to tell queries apart in logs. */
        key: z.string().max(100).optional(),
        /** Lifts the project's own statement_timeout; the time limit above stays. */
        disable_statement_timeout: z.boolean().default(false),
        /** Runs in a read-only transaction: what writes fails and is named as such. */
        read_only: z.boolean().default(false),
        /** At most this many rows of each statement. */
        row_limit: z.int().min(1).max(1_000_000).optional(),
      }),
    )
    .output(TextResult),

  tables: endpoint({
    needs: 'sql:read',
    route: {
      method: 'GET',
      path: '/platform/pg-meta/{ref}/tables',
      summary: 'Tables and views, by name',
    },
    errors: [...unreachable],
  })
    .input(
      ByRef.extend({
        include_columns: z.stringbool().default(false),
        /** Comma-separated; all but the system's where it is left out. */
        included_schemas: z.string().max(2000).optional(),
      }),
    )
    .output(z.array(Table)),

  completion: endpoint({
    needs: 'sql:read',
    route: {
      method: 'GET',
      path: '/platform/pg-meta/{ref}/completion',
      summary: 'Names for completion in an editor',
    },
    errors: [...unreachable],
  })
    .input(ByRef)
    .output(CompletionSchema),
}
