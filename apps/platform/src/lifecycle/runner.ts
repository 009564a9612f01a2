import type { ProjectStatus } from '@plinth/contract'
import { ClusterError } from '@plinth/postgres'
import type { StoredStep } from '#app/db/schema.ts'
import { projectStore } from '#app/db/project-store.ts'
import { type Claim, ClaimLost } from './claim.ts'
import { beganAs, canBeCancelled, isMeantToRun, type OperationDefinition } from './definition.ts'
import { definitionOf } from './definitions.ts'
import { CANCELLED, keepLease } from './lease.ts'
import type { oneAtATime } from './one-at-a-time.ts'
import { type Run, type RunnerDeps, runSteps, StepFailed } from './run-steps.ts'
import { type Failure, leftHalfWay, takeBack } from './take-back.ts'

const LOG_LINES = 50

/** Runs one claimed operation to its end, forward or back; nothing else touches its project meanwhile. */
export async function runOperation(
  deps: RunnerDeps,
  claim: Claim,
  alone: ReturnType<typeof oneAtATime>,
): Promise<void> {
  const { id } = claim
  const stopping = new AbortController()
  // before the row is read: who asks to cancel from now on is heard one way or the other
  deps.cancels.set(id, (reason) => stopping.abort(reason))
  const lease = keepLease(deps, claim, stopping)
  try {
    const operation = await deps.operations.byId(id)
    if (!operation) return
    const definition = definitionOf(operation.kind)
    const mayCancel = canBeCancelled(definition, operation.steps)
    if (operation.cancel_requested && mayCancel) stopping.abort(CANCELLED)
    await alone(operation.project_id, () =>
      settle(deps, { claim, operation, definition }, stopping.signal),
    )
  } catch (error) {
    if (!(error instanceof ClaimLost)) throw error
    deps.log.warn({ id }, 'an operation goes on with another worker')
  } finally {
    lease[Symbol.dispose]()
    deps.cancels.delete(id)
  }
  await deps.changed(id)
}

async function settle(deps: RunnerDeps, run: Run, signal: AbortSignal) {
  const { id, kind, project_ref: ref } = run.operation
  const log = deps.log.child({ operation: id, kind, ref })
  const { taking_back: isHalfWay, failure } = leftHalfWay(run)
  if (signal.reason === CANCELLED) return cancelled(deps, run)
  if (failure) return endFailed(deps, run, failure)
  let steps: readonly StoredStep[]
  try {
    steps = await runSteps(deps, isHalfWay ? await wholeWayBack(deps, run) : run, signal)
  } catch (error) {
    log.warn({ err: error }, 'operation ended early')
    if (error instanceof ClaimLost) throw error
    if (signal.reason === CANCELLED) return cancelled(deps, run)
    // another worker has it, or the next start of the platform will
    if (signal.aborted) return
    if (error instanceof StepFailed) return failed(deps, run, error.cause)
    // a record that was not kept: the claim runs out, and it is taken up anew from where it is
    throw error
  }
  await succeed(deps, run, steps)
  log.info('operation succeeded')
}

/** A retry begins only where everything before it was taken back. */
async function wholeWayBack(deps: RunnerDeps, run: Run): Promise<Run> {
  await takeBack(deps, run)
  const operation = await deps.operations.byId(run.claim.id)
  return operation ? { ...run, operation } : run
}

async function succeed(deps: RunnerDeps, run: Run, steps: readonly StoredStep[]) {
  const { claim, definition } = run
  if (definition.removesProject) return remove(deps, run)
  const projectStatus = settled(definition, definition.succeeded)
  await deps.operations.finish(claim, { status: 'succeeded', projectStatus, steps })
}

async function remove(deps: RunnerDeps, { claim, operation }: Run) {
  await deps.logs.forget(operation.project_ref)
  await deps.operations.whileHeld(claim, (trx) => projectStore(trx).remove(operation.project_id))
  const { project_ref: ref, organization_slug } = operation
  try {
    // its operation went with it, and with that what would be told of it
    await deps.bus.publish({ topic: 'project', ref, organization_slug, status: 'REMOVED' })
  } catch (error) {
    deps.log.warn({ err: error, ref }, 'that a project is gone could not be told')
  }
}

async function failed(deps: RunnerDeps, run: Run, error: unknown) {
  const message = error instanceof Error ? error.message : String(error)
  const fromServer = error instanceof ClusterError ? error.logTail : []
  const { project_ref: ref } = run.operation
  const log = fromServer.length ? fromServer : await deps.engine.logTail(ref, LOG_LINES)
  await endFailed(deps, run, { message, log: [...log] })
}

/** Leaves the project as it was, where the operation promises that and it can be done. */
async function endFailed(deps: RunnerDeps, run: Run, failure: Failure) {
  const { claim, definition } = run
  const to = await statusAfter(deps, run, failure)
  const projectStatus = settled(definition, to)
  await deps.operations.finish(claim, { status: 'failed', projectStatus, error: failure })
}

async function statusAfter(deps: RunnerDeps, run: Run, failure: Failure): Promise<ProjectStatus> {
  const { undone, failed: asFailed } = run.definition
  if (undone === undefined) return asFailed
  try {
    await takeBack(deps, run, failure)
    return asBefore(run, undone)
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    deps.log.error({ err: error, operation: run.claim.id }, 'a failure was not taken back')
    return notTakenBack(run)
  }
}

async function cancelled(deps: RunnerDeps, run: Run) {
  const { claim, operation, definition } = run
  try {
    await takeBack(deps, run)
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error
    deps.log.error({ err: error, operation: claim.id }, 'a cancellation was not taken back')
    const message = `It was cancelled, and could not be taken back: ${String(error.cause)}`
    const log = [...(await deps.engine.logTail(operation.project_ref, LOG_LINES))]
    const projectStatus = settled(definition, notTakenBack(run))
    const what = { status: 'failed', projectStatus, error: { message, log } } as const
    return deps.operations.finish(claim, what)
  }
  if (definition.cancelRemovesProject) return remove(deps, run)
  const to = asBefore(run, definition.cancelled ?? definition.failed)
  const projectStatus = settled(definition, to)
  await deps.operations.finish(claim, { status: 'cancelled', projectStatus })
}

/** An operation that moved the project moves it on; one that did not leaves it where it is. */
const settled = ({ during }: OperationDefinition, to: ProjectStatus) =>
  during === undefined ? undefined : to

/** One that was paused, or never made, is not unhealthy by it: it would be started against its owner's will. */
function notTakenBack({ operation, definition }: Run): ProjectStatus {
  const before = beganAs(operation.state)
  const wasAtRest = before !== undefined && !isMeantToRun(before)
  return wasAtRest && isMeantToRun(definition.failed) ? before : definition.failed
}

const asBefore = ({ operation, definition }: Run, to: ProjectStatus | 'as before') =>
  to === 'as before' ? (beganAs(operation.state) ?? definition.failed) : to
