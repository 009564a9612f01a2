import type { Operation, OperationStep } from '@plinth/contract'
import type { Step, StepState } from '@plinth/ui'
import { formatBytes } from './format-bytes.ts'
import { MINUTE, SECOND, duration } from './time.ts'

const STATES = {
  pending: 'pending',
  running: 'running',
  succeeded: 'done',
  failed: 'failed',
  undone: 'undone',
} as const satisfies Record<OperationStep['status'], StepState>

const between = (from: string | null, to: string | null, now: number) =>
  from === null ? undefined : (to === null ? now : Date.parse(to)) - Date.parse(from)

/** An operation's steps as they are shown: how each stands and how long it took, or has been taking. */
export const stepsOf = (operation: Operation, now: number): Step[] =>
  operation.steps.map((step) => {
    const isCounted = step.status !== 'pending' && step.status !== 'undone'
    const took = isCounted ? between(step.started_at, step.finished_at, now) : undefined
    return {
      id: step.name,
      label: step.label,
      state: STATES[step.status],
      // the two clocks are not one: what seems to begin in the future has taken nothing yet
      ...(took !== undefined && { time: duration(took) }),
      ...(step.status === 'failed' && operation.error && { detail: operation.error.message }),
    }
  })

// before that the first guess would be far off
const GUESS_FROM_MS = 5 * SECOND
const GUESS_FROM_SHARE = 0.02

/** How far a running step is, and when it will be done if it goes on like this; nothing where it does not tell. */
export function workOf({ status, started_at, work }: OperationStep, now: number) {
  if (status !== 'running' || !work || work.total_bytes === 0) return undefined
  const share = Math.min(1, work.done_bytes / work.total_bytes)
  const amount = `${formatBytes(work.done_bytes)} of ${formatBytes(work.total_bytes)}`
  const took = between(started_at, null, now) ?? 0
  const isGuessed = took >= GUESS_FROM_MS && share >= GUESS_FROM_SHARE && share < 1
  const left = isGuessed ? `, ${timeLeft((took * (1 - share)) / share)} left` : ''
  return { percent: share * 100, text: `${amount}${left}` }
}

/** Roughly: seconds of a guess are no news. */
function timeLeft(ms: number): string {
  const minutes = Math.round(ms / MINUTE)
  if (minutes < 1) return 'less than a minute'
  if (minutes < 60) return `about ${minutes} min`
  const rest = minutes % 60
  return `about ${Math.floor(minutes / 60)} h${rest === 0 ? '' : ` ${rest} min`}`
}

/** How long the whole has taken, from when it was asked for. */
export const elapsedMs = (operation: Operation, now: number): number =>
  Math.max(0, between(operation.created_at, operation.finished_at, now) ?? 0)

const KINDS = {
  create: 'Create',
  delete: 'Delete',
  undelete: 'Bring back',
  purge: 'Remove for good',
  pause: 'Pause',
  restore: 'Restore',
  restart: 'Restart',
  resize: 'Resize',
  upgrade: 'Upgrade',
  backup: 'Back up',
  restore_backup: 'Restore a backup',
  recover: 'Recover',
  rotate_jwt_secret: 'Rotate the JWT secret',
} as const satisfies Record<Operation['kind'], string>

export const operationName = ({ kind }: Pick<Operation, 'kind'>): string => KINDS[kind]
