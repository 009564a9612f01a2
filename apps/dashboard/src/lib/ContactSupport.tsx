import type { Operation, Project } from '@plinth/contract'
import { Button, type ButtonProps } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { supportFor } from './support-for.ts'

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
