import type { ProjectStatus } from '@plinth/contract'
import { StatusDot } from '@plinth/ui'
import { STATUS_LOOKS, isBusy } from './project-status.ts'

/** A project's status as a dot and a word; `quiet` keeps the word for assistive technology. */
export function ProjectStatusDot({
  status,
  quiet = false,
}: {
  status: ProjectStatus
  quiet?: boolean
}) {
  const { label, tone } = STATUS_LOOKS[status]
  return (
    <StatusDot tone={tone} busy={isBusy(status)} label={label}>
      {quiet ? undefined : label}
    </StatusDot>
  )
}
