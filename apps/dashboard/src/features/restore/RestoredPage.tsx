import type { Project } from '@plinth/contract'
import { Button, StatusPage } from '@plinth/ui'
import { CircleCheck } from 'lucide-react'

/** The end of a restore that somebody watched (spec §4, restoring). */
export default function RestoredPage({
  project,
  onReturn,
}: {
  project: Project
  onReturn: () => void
}) {
  const wasReplaced = project.operation?.kind === 'restore_backup'
  return (
    <StatusPage
      title="Restoration complete"
      icon={<CircleCheck aria-hidden className="text-success-text" />}
      actions={
        <Button variant="primary" autoFocus onClick={onReturn}>
          Return to project
        </Button>
      }
    >
      <p>
        {project.name} is up and answers queries.
        {wasReplaced && ' What it held before is kept for some days.'}
      </p>
    </StatusPage>
  )
}
