import type { Logger } from 'pino'
import type { StoredStep } from '#app/db/schema.ts'
import type { Logs } from '#app/logs/logs.ts'
import { type Claim, ClaimLost } from './claim.ts'
import type { OperationDefinition } from './definition.ts'
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
  let { state } = operation
  for (const step of definition.steps) {
    const stored = steps.find(({ name }) => name === step.name)
    if (!stored || stored.status === 'succeeded') continue
    signal.throwIfAborted()
    await mark(deps, claim, { steps, stored, status: 'running' })
    const project = await freshProject(deps.projects, operation)
    const moment = {
      step: `${definition.kind}.${step.name}`,
      attempt: claim.attempt,
      projectName: project.name,
    }
    try {
      await injectFault(deps, { ...moment, when: 'before' })
      const context = contextFor(deps, { operation, project, claim, state, signal })
      await step.run(context)
      state = { ...context.state }
      await injectFault(deps, { ...moment, when: 'after' })
    } catch (cause) {
      if (cause instanceof ClaimLost || signal.aborted) throw cause
      await mark(deps, claim, { steps, stored, status: 'failed' })
      throw new StepFailed('A step failed', { cause })
    }
    await mark(deps, claim, { steps, stored, status: 'succeeded' })
  }
  // who was told that it will be cancelled is not told later that it was done
  if (!definition.steps.some(({ isFinal }) => isFinal)) signal.throwIfAborted()
}

type Marked = {
  readonly steps: StoredStep[]
  readonly stored: StoredStep
  readonly status: StoredStep['status']
}

export async function mark(deps: RunnerDeps, claim: Claim, { steps, stored, status }: Marked) {
  const now = deps.clock().toISOString()
  stored.status = status
  if (status === 'running') {
    stored.started_at = now
    stored.finished_at = null
  } else {
    stored.finished_at = now
  }
  await deps.operations.saveSteps(claim, steps)
  await deps.changed(claim.id)
}
