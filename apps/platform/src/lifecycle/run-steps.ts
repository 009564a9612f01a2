import type { Logger } from 'pino'
import type { ProjectRow } from '#app/base/context.ts'
import type { Bus } from '#app/db/bus.ts'
import type { StoredStep } from '#app/db/schema.ts'
import type { Logs } from '#app/logs/logs.ts'
import { type Claim, ClaimLost } from './claim.ts'
import type { OperationDefinition, Step, StepContext } from './definition.ts'
import { type Fault, injectFault } from './faults.ts'
import type { OperationRow } from './operation-store.ts'
import { type ContextDeps, contextFor, freshProject } from './step-context.ts'
import { stepReport } from './step-report.ts'

export type RunnerDeps = ContextDeps & {
  readonly bus: Bus
  readonly log: Logger
  /** What projects log. */
  readonly logs: Logs
  readonly faults: readonly Fault[]
  /** Told after every change of an operation or of its project's status; never fails. */
  readonly changed: (operationId: string) => Promise<void>
  /** How to stop what runs here, by operation. */
  readonly cancels: Map<string, (reason: symbol) => void>
}

export type Run = {
  readonly claim: Claim
  readonly operation: OperationRow
  readonly definition: OperationDefinition
}

/** A step did not do what it should, as opposed to a record of it that could not be kept. */
export class StepFailed extends Error {
  override readonly name = 'StepFailed'
}

/** Every step that has not succeeded yet, in order. Answers with how they are then, yet to be written down. */
export async function runSteps(
  deps: RunnerDeps,
  run: Run,
  signal: AbortSignal,
): Promise<readonly StoredStep[]> {
  const { operation, definition, claim } = run
  const steps = operation.steps.map((step) => ({ ...step }))
  const ahead = definition.steps.flatMap((step) => {
    const stored = steps.find(({ name }) => name === step.name)
    return stored && stored.status !== 'succeeded' ? [{ step, stored }] : []
  })
  let { state } = operation
  let told: Promise<void> | undefined
  for (const [index, { step, stored }] of ahead.entries()) {
    signal.throwIfAborted()
    if (index === 0) await mark(deps, claim, { steps, stored, status: 'running' })
    // asked again: what was written down as begun may be taken back, what has begun must first end
    signal.throwIfAborted()
    // not the step's failure where this fails: the claim runs out, and it is taken up anew
    const project = await freshProject(deps.projects, operation)
    try {
      await using told = stepReport(deps, claim, { steps, stored })
      state = await runStep(deps, run, { step, project, state, signal, report: told.report })
    } catch (cause) {
      if (cause instanceof ClaimLost || signal.aborted) throw cause
      await mark(deps, claim, { steps, stored, status: 'failed' })
      throw new StepFailed('A step failed', { cause })
    }
    const next = signal.aborted ? undefined : ahead[index + 1]?.stored
    setStatus(deps, stored, 'succeeded')
    if (next) setStatus(deps, next, 'running')
    // one write tells that a step is done and that the next one begins, or that all of it is done
    if (!next && !signal.aborted) continue
    await deps.operations.saveSteps(claim, steps)
    told = deps.changed(claim.id)
  }
  // whoever sees it done may count on what its steps have changed, such as keys the gateway knows
  await told
  // who was told that it will be cancelled is not told later that it was done
  if (!definition.steps.some(({ isFinal }) => isFinal)) signal.throwIfAborted()
  return steps
}

type StepRun = {
  readonly step: Step
  readonly project: ProjectRow
  readonly state: Record<string, unknown>
  readonly signal: AbortSignal
  readonly report: StepContext['report']
}

/** Answers with what the operation remembers after it. */
async function runStep(
  deps: RunnerDeps,
  { operation, definition, claim }: Run,
  { step, project, state, signal, report }: StepRun,
): Promise<Record<string, unknown>> {
  const moment = {
    step: `${definition.kind}.${step.name}`,
    attempt: claim.attempt,
    projectName: project.name,
  }
  await injectFault(deps, { ...moment, when: 'before' })
  const context = contextFor(deps, { operation, project, claim, state, signal, report })
  await step.run(context)
  await injectFault(deps, { ...moment, when: 'after' })
  return { ...context.state }
}

type Mark = {
  readonly steps: StoredStep[]
  readonly stored: StoredStep
  readonly status: StoredStep['status']
}

/** Writes down how far a step is. */
export async function mark(deps: RunnerDeps, claim: Claim, { steps, stored, status }: Mark) {
  setStatus(deps, stored, status)
  await deps.operations.saveSteps(claim, steps)
  // nobody waits for it to be told
  void deps.changed(claim.id)
}

function setStatus({ clock }: RunnerDeps, stored: StoredStep, status: StoredStep['status']) {
  const now = clock().toISOString()
  stored.status = status
  delete stored.work
  if (status === 'running') {
    stored.started_at = now
    stored.finished_at = null
  } else {
    stored.finished_at = now
  }
}
