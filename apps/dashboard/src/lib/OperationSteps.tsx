import type { Operation } from '@plinth/contract'
import { StepList } from '@plinth/ui'
import { operationName, stepsOf } from './operation-steps.ts'
import { useNow } from './use-now.ts'

/** The steps of an operation with their times; the running one counts. */
export function OperationSteps({ operation }: { operation: Operation }) {
  const now = useNow(operation.status === 'running' || operation.status === 'queued')
  return (
    <StepList aria-label={`${operationName(operation)}: steps`} steps={stepsOf(operation, now)} />
  )
}
