import { MAX_SQL_BYTES, may, QUERY_TIME_LIMIT_MS } from '@plinth/contract'
import { listTables, runText, schemaForCompletion, textResultStream } from '@plinth/postgres'
import { AppError } from '#app/base/app-error.ts'
import { actorOf, os, type ProjectRow, projectOf, type RequestContext } from '#app/base/context.ts'
import type { ConnectAs } from '#app/engine/engine.ts'
import { asObjects } from './as-objects.ts'
import { presentNames, presentTable } from './present.ts'
import { judge } from './judge.ts'
import { replyBody } from './reply.ts'
import { openSession, type SqlDeps } from './session.ts'

// what one answer may weigh, however many rows that is
const MAX_RESULT_BYTES = 512 * 1024 * 1024
const MAX_OBJECT_ROWS = 100_000

// the bytes that are sent parse to the declared shape; they never were an object
const SENT_AS_BYTES = { statements: [], notices: [], error: null }

const READING = { as: 'monitor', leavesTrace: false } as const

type Handling = { readonly context: RequestContext }
type Recorder = <Result>(
  call: { action: string; input: unknown; context: RequestContext },
  run: () => Promise<Result>,
) => Promise<Result>

/** `onRecord` writes to the audit log: only a text that changes something is worth a line there. */
export const sqlHandlers = (deps: SqlDeps & { readonly onRecord: Recorder }) => {
  async function run(
    { context }: Handling,
    { query, readOnly, action }: { query: string; readOnly: boolean; action: string },
  ) {
    if (Buffer.byteLength(query) > MAX_SQL_BYTES) throw new AppError('QUERY_TOO_LARGE')
    const project = projectOf({ context })
    const as = await roleFor({ context }, project, readOnly)
    const { writes, leavesTrace } = await judge(query)
    const open = () => openSession(deps, project, { as, leavesTrace })
    if (as === 'readOnly' || !writes) return open()
    return deps.onRecord({ action, input: { ref: project.ref, query }, context }, open)
  }

  return {
    query: os.sql.query.handler(async ({ input, context }) => {
      const readOnly = input.read_only
      const what = { query: input.query, readOnly, action: 'sql.query' }
      const { client, release } = await run({ context }, what)
      if (input.disable_statement_timeout) await client.query('set statement_timeout = 0')
      const signal = AbortSignal.any([context.signal, AbortSignal.timeout(QUERY_TIME_LIMIT_MS)])
      const stream = textResultStream(client, input.query, {
        signal,
        maxBytes: MAX_RESULT_BYTES,
        ...(input.row_limit !== undefined && { maxRows: input.row_limit }),
      })
      context.send.body = await replyBody(stream, { onEnd: release })
      return SENT_AS_BYTES
    }),

    tables: os.sql.tables.handler(async ({ input, context }) => {
      const { client, release } = await openSession(deps, projectOf({ context }), READING)
      try {
        const tables = await listTables(client, {
          includeColumns: input.include_columns,
          ...(input.included_schemas && { includedSchemas: input.included_schemas.split(',') }),
        })
        return tables.map(presentTable)
      } finally {
        release()
      }
    }),

    completion: os.sql.completion.handler(async ({ context }) => {
      const { client, release } = await openSession(deps, projectOf({ context }), READING)
      try {
        return presentNames(await schemaForCompletion(client))
      } finally {
        release()
      }
    }),

    v1Query: os.v1.projects.query.handler(async ({ input, context }) => {
      const readOnly = input.read_only
      const what = { query: input.query, readOnly, action: 'v1.projects.query' }
      const { client, release } = await run({ context }, what)
      try {
        const signal = AbortSignal.any([context.signal, AbortSignal.timeout(QUERY_TIME_LIMIT_MS)])
        const result = await runText(client, input.query, { signal, maxRows: MAX_OBJECT_ROWS })
        return asObjects(result)
      } finally {
        release()
      }
    }),
  }
}

/** Members who may only read come in by a role that can do no more, whatever the text says. */
async function roleFor(
  { context }: Handling,
  project: ProjectRow,
  readOnly: boolean,
): Promise<ConnectAs> {
  const target = { organizationSlug: project.organization_slug, projectRef: project.ref }
  return readOnly || !may(actorOf({ context }), 'sql:write', target) ? 'readOnly' : 'editor'
}
