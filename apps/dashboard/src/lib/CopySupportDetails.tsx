import type { Operation, Project } from '@plinth/contract'
import { type ButtonProps, CopyButton } from '@plinth/ui'
import { now } from './time.ts'
import { supportDetails } from './support-details.ts'

/** For asking somebody who can look into it: what they need to know, to paste wherever they are reached. */
export const CopySupportDetails = ({
  project,
  operation = project.operation,
  variant,
  size,
}: Pick<ButtonProps, 'variant' | 'size'> & {
  project: Project
  operation?: Operation | null
}) => (
  <CopyButton
    label="Copy details for support"
    variant={variant}
    size={size}
    value={() =>
      supportDetails({
        project,
        operation,
        page: location.href,
        at: new Date(now()).toISOString(),
      })
    }
  />
)
