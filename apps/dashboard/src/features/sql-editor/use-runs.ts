import { useCallback, useEffect, useReducer, useRef } from 'react'
import { api, client } from '#app/api/client.ts'
import { hasCode, messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { now } from '#app/lib/time.ts'
import { refreshSchema } from './queries.ts'
import { changesSchema } from './result-text.ts'
import { type Failure, nextRuns, type RunEvent, type Runs } from './run-state.ts'
import type { TextToRun } from './text-to-run.ts'

export type RunSettings = { readonly rowLimit: number | null; readonly isReadOnly: boolean }

const failureOf = (error: unknown): Failure => ({
  title: hasCode(error, 'PROJECT_UNREACHABLE')
    ? 'Unable to find a database connection to execute this query.'
    : 'Failed to execute SQL.',
  message: messageOf(error),
})

type Going = { readonly controller: AbortController; readonly runId: number }

const NONE: Runs = new Map()
let runCount = 0

/** Runs queries and holds what came of them, for as long as the editor is open. Leaving it cancels them. */
export function useRuns(ref: string) {
  const [runs, dispatch] = useReducer(nextRuns, NONE)
  const going = useRef(new Map<string, Going>())

  useEffect(() => {
    const running = going.current
    return () => {
      for (const { controller } of running.values()) controller.abort()
      running.clear()
    }
  }, [ref])

  const run = useCallback(
    async (docId: string, text: TextToRun, { rowLimit, isReadOnly }: RunSettings) => {
      if (going.current.has(docId)) return
      const controller = new AbortController()
      runCount += 1
      const runId = runCount
      going.current.set(docId, { controller, runId })
      const tell = (event: RunEvent) => dispatch({ docId, event })
      tell({ type: 'run', sent: { ...text, runId, rowLimit, startedMs: now() } })
      try {
        const result = await client.sql.query(
          {
            ref,
            query: text.sql,
            key: 'sql-editor',
            read_only: isReadOnly,
            ...(rowLimit !== null && { row_limit: rowLimit }),
          },
          { signal: controller.signal },
        )
        tell({ type: 'answer', runId, nowMs: now(), result })
        if (changesSchema(result.statements)) void refreshSchema(ref)
      } catch (error) {
        // expected: cancelling ends the request, and the state has said so already
        if (controller.signal.aborted) return
        tell({ type: 'fail', runId, nowMs: now(), failure: failureOf(error) })
        // a direct call tells nobody that the session has ended; asking for the session does
        if (hasCode(error, 'UNAUTHORIZED')) {
          void queryClient.invalidateQueries({ queryKey: api.auth.session.key() })
        }
      } finally {
        if (going.current.get(docId)?.runId === runId) going.current.delete(docId)
      }
    },
    [ref],
  )

  const cancel = useCallback((docId: string) => {
    const run = going.current.get(docId)
    if (!run) return
    going.current.delete(docId)
    dispatch({ docId, event: { type: 'cancel', runId: run.runId, nowMs: now() } })
    run.controller.abort()
  }, [])

  return { runs, run, cancel }
}
