import type { Operation, Project } from '@plinth/contract'
import { operationName } from './operation-steps.ts'
import type { SupportSearch } from './support-search.ts'

type Subject = Pick<Project, 'ref' | 'name' | 'status' | 'operation'>

/** What the page of support is to begin with, of a project and of what was last done to it. */
export function supportFor(
  { ref, name, status, operation: current }: Subject,
  operation: Operation | null,
): SupportSearch {
  const isOver = operation?.status === 'succeeded' || operation?.status === 'cancelled'
  if (!operation || isOver)
    return status === 'ACTIVE_UNHEALTHY'
      ? { ref, category: 'unresponsive', subject: `${name} is unhealthy` }
      : { ref, category: 'problem', subject: `Help with ${name}` }
  const what = operationName(operation)
  const how = operation.status === 'failed' ? 'failed' : 'takes too long'
  return {
    ref,
    category: 'operation',
    subject: `${what} of ${name} ${how}`,
    ...(operation.id !== current?.id && { operation: operation.id }),
  }
}
