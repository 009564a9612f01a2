import type { Operation, OperationStep } from '@plinth/contract'
import { ProgressBar, StepList } from '@plinth/ui'
import { operationName, stepsOf, workOf } from './operation-steps.ts'
import { useNow } from './use-now.ts'

/** The steps of an operation with their times; the running one counts, and says how far it is. */
export function OperationSteps({ operation }: { operation: Operation }) {
  const now = useNow(operation.status === 'running' || operation.status === 'queued')
  const steps = stepsOf(operation, now).map((shown, index) => {
    const step = operation.steps[index]
    return step?.work ? { ...shown, detail: <StepWork step={step} now={now} /> } : shown
  })
  return <StepList aria-label={`${operationName(operation)}: steps`} steps={steps} />
}

function StepWork({ step, now }: { step: OperationStep; now: number }) {
  const work = workOf(step, now)
  if (!work) return null
  return (
    <div className="flex flex-col gap-1 pt-1.5">
      <ProgressBar aria-label={step.label} value={work.percent} />
      <span className="tabular-nums">{work.text}</span>
    </div>
  )
}
