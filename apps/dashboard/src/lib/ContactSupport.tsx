import type { Operation, Project } from '@plinth/contract'
import { Button, type ButtonProps } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { operationName } from './operation-steps.ts'
import type { SupportSearch } from './support-search.ts'

/** What the page of support is to begin with, of a project and of what was last done to it. */
function supportFor(
  { ref, name, status, operation: current }: Project,
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

/** To the page that gathers what somebody who helps has to know; everything is filled in there. */
export const ContactSupport = ({
  project,
  operation = project.operation,
  size,
}: Pick<ButtonProps, 'size'> & { project: Project; operation?: Operation | null }) => (
  <Button asChild size={size}>
    <Link to="/support/new" search={supportFor(project, operation)}>
      Contact support
    </Link>
  </Button>
)
