import { listTables, runText, schemaForCompletion } from '@plinth/postgres'
import { os, projectOf } from '#app/base/context.ts'
import { asObjects } from './as-objects.ts'
import { presentNames, presentTable } from './present.ts'
import { deadline, type QueryDeps, runQuery, sessionFor } from './run-query.ts'
import { openSession } from './session.ts'

const MAX_OBJECT_ROWS = 100_000

// the bytes that are sent parse to the declared shape; they never were an object
const SENT_AS_BYTES = { statements: [], notices: [], error: null }

const READING = { as: 'monitor', leavesTrace: false } as const

export const sqlHandlers = (deps: QueryDeps) => ({
  /** Through the router: tests, and whoever mounts the application in another server. */
  query: os.sql.query.handler(async ({ input, context }) => {
    const pieces: Uint8Array[] = []
    const sink = { write: (chunk: Uint8Array) => pieces.push(chunk) > 0, ready: async () => {} }
    await runQuery(deps, { input, context }, sink)
    context.send.body = Buffer.concat(pieces)
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
    const asked = { query: input.query, readOnly: input.read_only, action: 'v1.projects.query' }
    const { client, release } = await sessionFor(deps, context, asked)
    using limit = deadline(context.signal)
    try {
      const options = { signal: limit.signal, maxRows: MAX_OBJECT_ROWS }
      return asObjects(await runText(client, input.query, options))
    } finally {
      release()
    }
  }),
})
