import type { Logger } from 'pino'
import type { StoredStep } from '#app/db/schema.ts'
import type { Logs } from '#app/logs/logs.ts'
import { type Claim, ClaimLost } from './claim.ts'
import type { OperationDefinition, Step } from './definition.ts'
import { type Fault, injectFault } from './faults.ts'
import type { OperationRow } from './operation-store.ts'
import { type ContextDeps, contextFor, freshProject } from './step-context.ts'

export type RunnerDeps = ContextDeps & {
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

/** Every step that has not succeeded yet, in order. */
export async function runSteps(deps: RunnerDeps, run: Run, signal: AbortSignal): Promise<void> {
  const { operation, definition, claim } = run
  const steps = operation.steps.map((step) => ({ ...step }))
  const ahead = definition.steps.flatMap((step) => {
    const stored = steps.find(({ name }) => name === step.name)
    return stored && stored.status !== 'succeeded' ? [{ step, stored }] : []
  })
  let { state } = operation
  for (const [index, { step, stored }] of ahead.entries()) {
    signal.throwIfAborted()
    if (index === 0) await mark(deps, claim, { steps, marks: [{ stored, status: 'running' }] })
    // asked again: what was written down as begun may be taken back, what has begun must first end
    signal.throwIfAborted()
    try {
      state = await runStep(deps, run, { step, state, signal })
    } catch (cause) {
      if (cause instanceof ClaimLost || signal.aborted) throw cause
      await mark(deps, claim, { steps, marks: [{ stored, status: 'failed' }] })
      throw new StepFailed('A step failed', { cause })
    }
    // one write tells that a step is done and that the next one begins
    const next = signal.aborted ? undefined : ahead[index + 1]?.stored
    const begins = next ? [{ stored: next, status: 'running' } as const] : []
    await mark(deps, claim, { steps, marks: [{ stored, status: 'succeeded' }, ...begins] })
  }
  // who was told that it will be cancelled is not told later that it was done
  if (!definition.steps.some(({ isFinal }) => isFinal)) signal.throwIfAborted()
}

type StepRun = {
  readonly step: Step
  readonly state: Record<string, unknown>
  readonly signal: AbortSignal
}

/** Answers with what the operation remembers after it. */
async function runStep(
  deps: RunnerDeps,
  { operation, definition, claim }: Run,
  { step, state, signal }: StepRun,
): Promise<Record<string, unknown>> {
  const project = await freshProject(deps.projects, operation)
  const moment = {
    step: `${definition.kind}.${step.name}`,
    attempt: claim.attempt,
    projectName: project.name,
  }
  await injectFault(deps, { ...moment, when: 'before' })
  const context = contextFor(deps, { operation, project, claim, state, signal })
  await step.run(context)
  await injectFault(deps, { ...moment, when: 'after' })
  return { ...context.state }
}

type Marks = {
  readonly steps: StoredStep[]
  readonly marks: readonly { readonly stored: StoredStep; readonly status: StoredStep['status'] }[]
}

/** Writes down how far steps are; nobody waits for it to be told. */
export async function mark(deps: RunnerDeps, claim: Claim, { steps, marks }: Marks): Promise<void> {
  const now = deps.clock().toISOString()
  for (const { stored, status } of marks) {
    stored.status = status
    if (status === 'running') {
      stored.started_at = now
      stored.finished_at = null
    } else {
      stored.finished_at = now
    }
  }
  await deps.operations.saveSteps(claim, steps)
  void deps.changed(claim.id)
}
