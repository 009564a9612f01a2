import type { Project } from '@plinth/contract'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOperationActions } from '#app/api/use-operation-actions.ts'
import { OperationPage } from '#app/lib/OperationPage.tsx'

/** Nothing is under way: somebody has to choose between trying again and giving up. */
export default function PauseFailedPage({
  project,
  deletion,
}: {
  project: Project
  /** The button that deletes it: its settings cannot be reached from here. */
  deletion: ReactNode
}) {
  return (
    <OperationPage
      project={project}
      title="Something went wrong while pausing your project"
      icon={<CircleAlert aria-hidden className="text-danger-text" />}
      retry={useOperationActions(project).retry}
      actions={deletion}
    >
      <p>{project.operation?.error?.message ?? 'The steps below say how far it came.'}</p>
      <p>The database may still be running; nothing it holds was touched.</p>
    </OperationPage>
  )
}
