import type { OperationKind, ProjectStatus } from '@plinth/contract'
import type { OperationDefinition } from '#app/lifecycle/definition.ts'

/** What befalls an operation; `at` and `undo` name a step, counted round. */
export type Plan =
  | { readonly how: 'succeed' }
  /** Whether that is in time is left open, and so is whether it can be taken back. */
  | { readonly how: 'cancel at once'; readonly undo: number | undefined }
  | { readonly how: 'fail'; readonly at: number }
  | {
      readonly how: 'fail both ways' | 'crash on the way back'
      readonly at: number
      readonly undo: number
    }
  | {
      readonly how: 'crash' | 'cancel and crash'
      readonly at: number
      readonly when: 'before' | 'after'
    }

export type Outcome = 'succeeded' | 'taken back' | 'failed' | 'cancelled'

export type Begun = {
  readonly kind: OperationKind
  readonly began: ProjectStatus | undefined
  readonly input: { readonly name?: string; readonly size?: string }
  /** Steps that an earlier attempt has done and a retry does not repeat. */
  readonly done: number
}

/** What a project should be; undefined is what a failure left that could not be taken back. */
export type Model = {
  status: ProjectStatus | 'gone'
  data: string | undefined
  size: string | undefined
  /** It was made once, or there is nothing to start. */
  wasMade: boolean
  newest: Begun & { readonly hasFailed: boolean }
}

export type Course = {
  /** To be planted. */
  readonly faults: readonly string[]
  /** How the operation ends by it; undefined where that is left open. */
  readonly outcome: Outcome | undefined
  readonly mayCancel: boolean
  /** Steps that need not be done again. */
  readonly done: number
}

/** What a plan comes to for an operation that has done some of its steps in an earlier attempt. */
export function courseOf(definition: OperationDefinition, plan: Plan, from = 0): Course {
  const { kind, steps, undone, cancelled } = definition
  const indexOf = (number: number) => from + (number % (steps.length - from))
  const step = (index: number) => `${kind}.${steps[index]?.name}`
  const isKept = undone === undefined
  const back = isKept ? 'failed' : 'taken back'
  const plain = { faults: [], outcome: undefined, mayCancel: false, done: 0 }
  switch (plan.how) {
    case 'succeed':
      return { ...plain, outcome: 'succeeded' }
    case 'cancel at once':
      return plan.undo === undefined
        ? plain
        : { ...plain, faults: [`${step(indexOf(plan.undo))}:fail-undo`] }
    case 'fail':
      return {
        ...plain,
        faults: [`${step(indexOf(plan.at))}:fail`],
        outcome: back,
        done: isKept ? indexOf(plan.at) : 0,
      }
    case 'fail both ways':
    case 'crash on the way back': {
      const at = indexOf(plan.at)
      const isCrash = plan.how === 'crash on the way back'
      // only what was begun is taken back
      const undo = step(plan.undo % (at + 1))
      return {
        ...plain,
        faults: [`${step(at)}:fail`, `${undo}:${isCrash ? 'hold-undo' : 'fail-undo'}`],
        outcome: isCrash ? back : 'failed',
        done: isKept ? at : 0,
      }
    }
    case 'crash':
    case 'cancel and crash': {
      const begun = steps.slice(0, indexOf(plan.at) + 1)
      const isCancel = plan.how === 'cancel and crash'
      const mayCancel = cancelled !== undefined && !begun.some(({ isFinal }) => isFinal)
      return {
        ...plain,
        faults: [`${step(indexOf(plan.at))}:hold-${plan.when}`],
        outcome: isCancel && mayCancel ? 'cancelled' : 'succeeded',
        mayCancel,
      }
    }
  }
}

/** Where the table of definitions says that an operation leaves the project. */
function statusAfter(
  definition: OperationDefinition,
  outcome: Outcome,
  { began, status }: { began: ProjectStatus | undefined; status: ProjectStatus },
): ProjectStatus | 'gone' {
  const { during, succeeded, failed, undone = failed, cancelled = failed } = definition
  if (outcome === 'succeeded' && definition.removesProject) return 'gone'
  if (outcome === 'cancelled' && definition.cancelRemovesProject) return 'gone'
  if (during === undefined) return status
  if (outcome === 'failed' && isAtRest(began) && failed === 'ACTIVE_UNHEALTHY') return began
  const to = { succeeded, failed, 'taken back': undone, cancelled }[outcome]
  return to === 'as before' ? (began ?? failed) : to
}

// what did not run before is not unhealthy because something could not be taken back
const AT_REST = ['INACTIVE', 'INIT_FAILED', 'RESTORE_FAILED'] as const
const isAtRest = (began: ProjectStatus | undefined): began is (typeof AT_REST)[number] =>
  AT_REST.some((status) => status === began)

/** The project after an operation that began where it stood, or was retried there. */
export function ended(
  model: Model,
  definition: OperationDefinition,
  { begun, outcome }: { begun: Begun; outcome: Outcome },
): Model {
  if (model.status === 'gone') throw new Error('Nothing can be done with what is gone')
  const { kind } = definition
  const isDone = outcome === 'succeeded'
  const isStuck = outcome === 'failed' && (definition.undone ?? definition.cancelled) !== undefined
  const became = (mine: OperationKind, old: string | undefined, wanted: string | undefined) =>
    kind !== mine ? old : isDone ? wanted : isStuck ? undefined : old
  return {
    status: statusAfter(definition, outcome, { began: begun.began, status: model.status }),
    data:
      kind === 'create' && isDone ? 'new' : became('restore_backup', model.data, begun.input.name),
    size: became('resize', model.size, begun.input.size),
    wasMade: model.wasMade || (kind === 'create' && isDone),
    newest: { ...begun, hasFailed: outcome === 'failed' || outcome === 'taken back' },
  }
}
