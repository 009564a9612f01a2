import type { TextResult } from '@plinth/contract'
import type { TextToRun } from './text-to-run.ts'

/** One run as it was sent; its answer belongs to it alone. */
export type Sent = TextToRun & {
  readonly runId: number
  readonly rowLimit: number | null
  readonly startedMs: number
}

export type Answered = {
  readonly kind: 'answered'
  readonly sent: Sent
  readonly result: TextResult
  readonly elapsedMs: number
}

/** Why a call came back without an answer: in the product's words, and in the platform's. */
export type Failure = { readonly title: string; readonly message: string }

export type RunState =
  | { readonly kind: 'idle' }
  /** `before` stays on the screen until there is something newer, so a quick run does not flicker. */
  | { readonly kind: 'running'; readonly sent: Sent; readonly before: Answered | null }
  | { readonly kind: 'cancelled'; readonly sent: Sent; readonly elapsedMs: number }
  | Answered
  /** The call itself failed: nothing is known of what the statements did. */
  | {
      readonly kind: 'failed'
      readonly sent: Sent
      readonly failure: Failure
      readonly elapsedMs: number
    }

/** The answer on screen: while a query runs, still the one before. */
export const shownAnswer = (state: RunState): Answered | null =>
  state.kind === 'running' ? state.before : state.kind === 'answered' ? state : null

export type RunEvent =
  | { readonly type: 'run'; readonly sent: Sent }
  | { readonly type: 'cancel'; readonly runId: number; readonly nowMs: number }
  | {
      readonly type: 'answer'
      readonly runId: number
      readonly nowMs: number
      readonly result: TextResult
    }
  | {
      readonly type: 'fail'
      readonly runId: number
      readonly nowMs: number
      readonly failure: Failure
    }
  | { readonly type: 'clear' }

export const IDLE: RunState = { kind: 'idle' }

/** What a run becomes. What arrives for any run but the present one changes nothing. */
export function nextRunState(state: RunState, event: RunEvent): RunState {
  if (event.type === 'run') {
    // one at a time: a second Mod+Enter must not start the same statements again
    if (state.kind === 'running') return state
    return { kind: 'running', sent: event.sent, before: state.kind === 'answered' ? state : null }
  }
  if (event.type === 'clear') return state.kind === 'running' ? state : IDLE
  if (state.kind !== 'running' || state.sent.runId !== event.runId) return state

  const { sent } = state
  const elapsedMs = event.nowMs - sent.startedMs
  switch (event.type) {
    case 'cancel':
      return { kind: 'cancelled', sent, elapsedMs }
    case 'answer':
      return { kind: 'answered', sent, elapsedMs, result: event.result }
    case 'fail':
      return { kind: 'failed', sent, elapsedMs, failure: event.failure }
  }
}

/** The runs of a project's queries, by query; the latest stands last. */
export type Runs = ReadonlyMap<string, RunState>

// results of queries one has left stay for coming back, but a dozen large ones would fill the tab
const KEPT = 5

export function nextRuns(
  runs: Runs,
  { docId, event }: { readonly docId: string; readonly event: RunEvent },
): Runs {
  const before = runs.get(docId) ?? IDLE
  const state = nextRunState(before, event)
  if (state === before) return runs
  const others = [...runs].filter(([id]) => id !== docId)
  const ended = others.filter(([, { kind }]) => kind !== 'running').map(([id]) => id)
  const dropped = new Set(ended.slice(0, Math.max(0, ended.length - (KEPT - 1))))
  return new Map([...others.filter(([id]) => !dropped.has(id)), [docId, state]])
}
