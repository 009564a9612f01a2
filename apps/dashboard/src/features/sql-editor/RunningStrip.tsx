import { QUERY_TIME_LIMIT_MS } from '@plinth/contract'
import { ProgressBar, Spinner } from '@plinth/ui'
import { SECOND, duration } from '#app/lib/time.ts'
import { useNow } from '#app/lib/use-now.ts'

const TICK_MS = 100
// most queries are over before anybody could read this, and it would only flicker
const SHOWN_AFTER_MS = 250
// by then one wonders how long it may go on
const HINT_AFTER_MS = 8 * SECOND

/** Says that a query runs, and for how long already. */
export function RunningStrip({ startedMs }: { startedMs: number }) {
  const elapsedMs = useNow(true, TICK_MS) - startedMs
  if (elapsedMs < SHOWN_AFTER_MS) return null
  return (
    <div className="border-b border-line">
      <ProgressBar aria-label="The query is running" className="h-0.5 rounded-none" />
      <p className="flex items-center gap-2 px-4 py-2 text-sm text-muted">
        <Spinner className="size-3.5" />
        <span role="timer">Running for {duration(elapsedMs)}</span>
        {elapsedMs > HINT_AFTER_MS && (
          <span className="text-xs text-subtle">
            It is ended after {duration(QUERY_TIME_LIMIT_MS)}.
          </span>
        )}
      </p>
    </div>
  )
}
