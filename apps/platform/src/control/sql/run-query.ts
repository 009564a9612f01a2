import { MAX_SQL_BYTES, may, QUERY_TIME_LIMIT_MS } from '@plinth/contract'
import { writeTextResult } from '@plinth/postgres'
import type pg from 'pg'
import { AppError } from '#app/base/app-error.ts'
import { actorOf, type ProjectRow, projectOf, type RequestContext } from '#app/base/context.ts'
import type { ConnectAs } from '#app/engine/engine.ts'
import { judge } from './judge.ts'
import { openSession, type Session, type SqlDeps } from './session.ts'

// what one answer may weigh, however many rows that is
const MAX_RESULT_BYTES = 512 * 1024 * 1024

type Recorder = <Result>(
  call: { action: string; input: unknown; context: RequestContext },
  run: () => Promise<Result>,
) => Promise<Result>

/** `onRecord` writes to the audit log: only a text that changes something is worth a line there. */
export type QueryDeps = SqlDeps & { readonly onRecord: Recorder }

type Asked = {
  readonly query: string
  readonly readOnly: boolean
  /** The call's name in the audit log. */
  readonly action: string
}

/** A session for this text, as the role that may run it. */
export async function sessionFor(
  deps: QueryDeps,
  context: RequestContext,
  { query, readOnly, action }: Asked,
): Promise<Session> {
  if (Buffer.byteLength(query) > MAX_SQL_BYTES) throw new AppError('QUERY_TOO_LARGE')
  const project = projectOf({ context })
  const as = roleFor(context, project, readOnly)
  const { writes, leavesTrace } = await judge(query)
  const open = () => openSession(deps, project, { as, leavesTrace })
  if (as === 'readOnly' || !writes) return open()
  return deps.onRecord({ action, input: { ref: project.ref, query }, context }, open)
}

/** Members who may only read come in by a role that can do no more, whatever the text says. */
function roleFor(context: RequestContext, project: ProjectRow, readOnly: boolean): ConnectAs {
  const target = { organizationSlug: project.organization_slug, projectRef: project.ref }
  return readOnly || !may(actorOf({ context }), 'sql:write', target) ? 'readOnly' : 'editor'
}

/** Ends with the request, or with the time a query may take; to be disposed when the query is over. */
export function deadline(signal: AbortSignal): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, QUERY_TIME_LIMIT_MS)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
    },
  }
}

export type QueryInput = {
  readonly query: string
  readonly read_only: boolean
  readonly disable_statement_timeout: boolean
  readonly row_limit?: number | undefined
}

/** Where the answer's bytes go; `ready` resolves when the reader can take more. */
export type ByteSink = {
  readonly write: (chunk: Uint8Array) => boolean
  readonly ready: () => Promise<void>
}

/** Runs a text and writes its results as JSON, as fast as its reader takes them. */
export async function runQuery(
  deps: QueryDeps,
  { input, context }: { input: QueryInput; context: RequestContext },
  sink: ByteSink,
): Promise<void> {
  const asked = { query: input.query, readOnly: input.read_only, action: 'sql.query' }
  const { client, release } = await sessionFor(deps, context, asked)
  using limit = deadline(context.signal)
  try {
    if (input.disable_statement_timeout) await client.query('set statement_timeout = 0')
    await writeTextResult(client, input.query, {
      signal: limit.signal,
      maxBytes: MAX_RESULT_BYTES,
      ...(input.row_limit !== undefined && { maxRows: input.row_limit }),
      write: (chunk) => {
        if (sink.write(chunk)) return
        pauseUntil(client, limit.signal, sink.ready())
      },
    })
  } finally {
    release()
  }
}

/** The database waits while its reader does; one that went away is not waited for. */
function pauseUntil(client: pg.ClientBase, signal: AbortSignal, ready: Promise<void>) {
  if (signal.aborted) return
  const { stream } = (client as pg.Client).connection // a pooled client is a whole one
  stream.pause()
  const resume = () => stream.resume()
  signal.addEventListener('abort', resume, { once: true })
  ready.then(resume, resume)
}
