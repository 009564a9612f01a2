import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectStatus } from '@plinth/contract'
import { ClusterError } from '@plinth/postgres'
import type { Logger } from 'pino'
import type { ProjectRow } from '#app/base/context.ts'
import type { SecretBox } from '#app/base/secret-box.ts'
import type { ProjectStore } from '#app/db/project-store.ts'
import type { StoredStep } from '#app/db/schema.ts'
import type { Engine } from '#app/engine/engine.ts'
import type { Logs } from '#app/logs/logs.ts'
import type { OperationDefinition, StepContext } from './definition.ts'
import { definitionOf } from './definitions.ts'
import { type Fault, injectFault } from './faults.ts'
import type { OperationRow, OperationStore } from './operation-store.ts'
import { placementOf, sealSecrets } from './placement.ts'

const LEASE_MS = 15_000
const RENEW_MS = 5_000

export type RunnerDeps = {
  readonly operations: OperationStore
  readonly projects: ProjectStore
  readonly engine: Engine
  readonly secrets: SecretBox
  readonly log: Logger
  readonly logs: Logs
  readonly clock: () => Date
  readonly faults: readonly Fault[]
  readonly claimant: string
  /** Told after every change of an operation or of its project's status. */
  readonly changed: (operationId: string) => Promise<void>
  /** How to stop what runs here, by operation. */
  readonly cancels: Map<string, () => void>
}

/** Runs one claimed operation to its end: every step that has not succeeded yet, in order. */
export async function runOperation(deps: RunnerDeps, id: string): Promise<void> {
  const operation = await deps.operations.byId(id)
  if (!operation) return
  const definition = definitionOf(operation.kind)
  const log = deps.log.child({ operation: id, kind: operation.kind, ref: operation.project_ref })
  const stopping = new AbortController()
  deps.cancels.set(id, () => stopping.abort(CANCELLED))
  if (operation.cancel_requested) stopping.abort(CANCELLED)
  const lease = keepLease(deps, id, stopping)
  try {
    await runSteps(deps, { operation, definition, signal: stopping.signal })
    await succeed(deps, { operation, definition })
    log.info('operation succeeded')
  } catch (error) {
    if (stopping.signal.reason === LOST) return // another server runs it now
    if (stopping.signal.aborted) await undo(deps, { operation, definition })
    else await fail(deps, { operation, definition, error })
    log.warn({ err: error }, 'operation ended early')
  } finally {
    lease[Symbol.dispose]()
    deps.cancels.delete(id)
  }
  await deps.changed(id)
}

type Run = {
  readonly operation: OperationRow
  readonly definition: OperationDefinition
}

async function runSteps(
  deps: RunnerDeps,
  { operation, definition, signal }: Run & { signal: AbortSignal },
) {
  const steps = operation.steps.map((step) => ({ ...step }))
  let state = operation.state
  for (const step of definition.steps) {
    const stored = steps.find(({ name }) => name === step.name)
    if (!stored || stored.status === 'succeeded') continue
    signal.throwIfAborted()
    await mark(deps, operation.id, { steps, stored, status: 'running' })
    const moment = {
      step: `${definition.kind}.${step.name}`,
      attempt: operation.attempts,
    }
    try {
      // read anew: the step before may have changed the project
      const project = await freshProject(deps, operation)
      injectFault(deps.faults, { ...moment, projectName: project.name, when: 'before' })
      const context = contextFor(deps, { operation, project, state, signal })
      await step.run(context)
      state = context.state
      injectFault(deps.faults, { ...moment, projectName: project.name, when: 'after' })
    } catch (error) {
      await mark(deps, operation.id, { steps, stored, status: 'failed' })
      throw error
    }
    await mark(deps, operation.id, { steps, stored, status: 'succeeded' })
  }
}

async function mark(
  deps: RunnerDeps,
  id: string,
  {
    steps,
    stored,
    status,
  }: { steps: StoredStep[]; stored: StoredStep; status: StoredStep['status'] },
) {
  const now = deps.clock().toISOString()
  stored.status = status
  if (status === 'running') {
    stored.started_at = now
    stored.finished_at = null
  } else {
    stored.finished_at = now
  }
  await deps.operations.saveSteps(id, steps)
  await deps.changed(id)
}

async function freshProject(deps: RunnerDeps, operation: OperationRow): Promise<ProjectRow> {
  const project = await deps.projects.byId(operation.project_id)
  if (!project) throw new Error('The project of this operation is gone')
  return project
}

type ContextParts = {
  readonly operation: OperationRow
  readonly project: ProjectRow
  readonly state: Record<string, unknown>
  readonly signal: AbortSignal
}

function contextFor(
  deps: RunnerDeps,
  { operation, project, state, signal }: ContextParts,
): StepContext {
  const remembered = { ...state }
  return {
    project,
    placement: placementOf(deps.secrets, project),
    engine: deps.engine,
    input: operation.input,
    state: remembered,
    async remember(patch) {
      Object.assign(remembered, patch)
      await deps.operations.remember(operation.id, patch)
    },
    now: deps.clock(),
    updateProject: (patch) => deps.projects.patch(project.id, patch),
    unseal: (sealed) => deps.secrets.open(Buffer.from(sealed, 'base64'), `project ${project.ref}`),
    seal: (text) => deps.secrets.seal(text, `project ${project.ref}`).toString('base64'),
    sealSecrets: (secrets) => sealSecrets(deps.secrets, project.ref, secrets),
    signal,
  }
}

async function succeed(deps: RunnerDeps, { operation, definition }: Run) {
  if (definition.removesProject) {
    await deps.logs.forget(operation.project_ref)
    return deps.projects.remove(operation.project_id)
  }
  const projectStatus = settled(definition, definition.succeeded)
  await deps.operations.finish(operation.id, { status: 'succeeded', projectStatus })
}

async function fail(deps: RunnerDeps, { operation, definition, error }: Run & { error: unknown }) {
  const message = error instanceof Error ? error.message : String(error)
  const fromServer = error instanceof ClusterError ? error.logTail : []
  const log = fromServer.length ? fromServer : await deps.engine.logTail(operation.project_ref, 50)
  await deps.operations.finish(operation.id, {
    status: 'failed',
    projectStatus: settled(definition, await statusAfterFailure(deps, { operation, definition })),
    error: { message, log },
  })
}

/** An operation that moved the project moves it on; one that did not leaves it where it is. */
const settled = ({ during }: OperationDefinition, to: ProjectStatus) =>
  during === undefined ? undefined : to

/** Leaves the project as it was, where the operation promises that and it can be done. */
async function statusAfterFailure(deps: RunnerDeps, run: Run): Promise<ProjectStatus> {
  const { undone, failed } = run.definition
  if (undone === undefined) return failed
  try {
    await takeBack(deps, run)
    return undone
  } catch (error) {
    deps.log.error({ err: error, operation: run.operation.id }, 'a failure was not taken back')
    return failed
  }
}

/** Takes back every step that may have left something, last first. */
async function takeBack(deps: RunnerDeps, { operation: { id }, definition }: Run) {
  // as the steps left it, with what they remembered
  const operation = await deps.operations.byId(id)
  if (!operation) return
  const { state } = operation
  const steps = operation.steps.map((step) => ({ ...step }))
  const { signal } = new AbortController()
  for (const { name, undo: takeBackStep } of definition.steps.toReversed()) {
    const stored = steps.find((step) => step.name === name)
    if (!stored || stored.status === 'pending' || stored.status === 'undone') continue
    // read anew: the one before may have changed the project
    const project = await freshProject(deps, operation)
    await takeBackStep?.(contextFor(deps, { operation, project, state, signal }))
    // which one failed stays to be seen
    if (stored.status !== 'failed') await mark(deps, id, { steps, stored, status: 'undone' })
  }
}

async function undo(deps: RunnerDeps, { operation, definition }: Run) {
  await takeBack(deps, { operation, definition })
  await deps.operations.finish(operation.id, {
    status: 'cancelled',
    projectStatus: settled(definition, definition.cancelled ?? definition.failed),
  })
}

const LOST = Symbol('the claim was lost')
const CANCELLED = Symbol('somebody cancelled it')

/** Renews the claim while the operation runs, and notices when somebody asked to cancel it. */
function keepLease(deps: RunnerDeps, id: string, stopping: AbortController): Disposable {
  const ended = new AbortController()
  const keep = async () => {
    while (!ended.signal.aborted) {
      await sleep(RENEW_MS, undefined, { signal: ended.signal, ref: false })
      if (!(await deps.operations.renew(id, deps.claimant, LEASE_MS))) stopping.abort(LOST)
    }
  }
  keep().catch((error: unknown) => {
    if (!ended.signal.aborted) deps.log.error({ err: error, id }, 'the claim could not be renewed')
  })
  return { [Symbol.dispose]: () => ended.abort() }
}

export const leaseMs = LEASE_MS
