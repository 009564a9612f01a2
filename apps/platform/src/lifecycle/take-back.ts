import { z } from 'zod'
import { ClaimLost } from './claim.ts'
import { injectFault } from './faults.ts'
import { mark, type Run, type RunnerDeps, StepFailed } from './run-steps.ts'
import { contextFor, freshProject } from './step-context.ts'

const Taking = z.object({
  /** Steps are being taken back, or that broke off: they have to be before anything else is done. */
  taking_back: z.boolean().default(false),
  /** What the operation failed with, while its steps are taken back. */
  failure: z.object({ message: z.string(), log: z.array(z.string()) }).optional(),
})
export type Failure = NonNullable<z.infer<typeof Taking>['failure']>

/** What an earlier run left half done on the way back. */
export const leftHalfWay = ({ operation }: Run) => Taking.parse(operation.state)

/**
 * Takes back every step that may have left something, last first. Written down before it begins: a
 * run that comes after a crash must not go forward from a step that was half taken back.
 */
export async function takeBack(deps: RunnerDeps, run: Run, failure?: Failure): Promise<void> {
  const { claim, definition } = run
  await deps.operations.remember(claim, { taking_back: true, ...(failure && { failure }) })
  // as the steps left it, with what they remembered
  const operation = await deps.operations.byId(claim.id)
  if (!operation) return
  const { state } = operation
  const steps = operation.steps.map((step) => ({ ...step }))
  const { signal } = new AbortController()
  for (const step of definition.steps.toReversed()) {
    const stored = steps.find(({ name }) => name === step.name)
    if (!stored || stored.status === 'pending' || stored.status === 'undone') continue
    const project = await freshProject(deps.projects, operation)
    try {
      await injectFault(deps, {
        step: `${definition.kind}.${step.name}`,
        attempt: claim.attempt,
        projectName: project.name,
        when: 'undo',
      })
      await step.undo?.(contextFor(deps, { operation, project, claim, state, signal }))
    } catch (cause) {
      if (cause instanceof ClaimLost) throw cause
      throw new StepFailed('A step was not taken back', { cause })
    }
    // which one failed stays to be seen
    if (stored.status !== 'failed') await mark(deps, claim, { steps, stored, status: 'undone' })
  }
  await deps.operations.remember(claim, { taking_back: false })
}
