import type { StoredStep } from '#app/db/schema.ts'
import type { Claim } from './claim.ts'
import type { StepContext } from './definition.ts'
import type { RunnerDeps } from './run-steps.ts'

// each is a write, and a message to every open page
const EVERY_MS = 1000

type Reported = { readonly steps: readonly StoredStep[]; readonly stored: StoredStep }

/**
 * Writes down how far a step is, now and then: one that is over within a second says nothing. Disposing
 * it waits for what is being written, or it could be written over what the runner writes next.
 */
export function stepReport(
  deps: Pick<RunnerDeps, 'operations' | 'changed' | 'log'>,
  claim: Claim,
  { steps, stored }: Reported,
): AsyncDisposable & { readonly report: StepContext['report'] } {
  let writing: Promise<void> | undefined
  let lastMs = performance.now()

  async function write() {
    try {
      await deps.operations.saveSteps(claim, steps)
      await deps.changed(claim.id)
    } catch (error) {
      // the step goes on: whoever has lost the claim learns of it by what counts
      deps.log.warn({ err: error, id: claim.id }, 'how far a step is could not be told')
    }
  }

  return {
    report(done, total) {
      const nowMs = performance.now()
      if (writing || nowMs - lastMs < EVERY_MS) return
      lastMs = nowMs
      stored.work = { done_bytes: Math.round(done), total_bytes: Math.round(total) }
      writing = write().finally(() => (writing = undefined))
    },
    [Symbol.asyncDispose]: async () => writing,
  }
}
