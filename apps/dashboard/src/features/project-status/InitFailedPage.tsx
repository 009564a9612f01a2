import type { Project } from '@plinth/contract'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useOperationActions } from '#app/api/use-operation-actions.ts'
import { OperationPage } from '#app/lib/OperationPage.tsx'

/** Shown when a project could not be made: what failed, in which words, and the two ways on. */
export default function InitFailedPage({
  project,
  deletion,
}: {
  project: Project
  /** The button that deletes it. */
  deletion: ReactNode
}) {
  return (
    <OperationPage
      project={project}
      title={`${project.name} could not be set up`}
      icon={<CircleAlert aria-hidden className="text-danger-text" />}
      retry={useOperationActions(project).retry}
      actions={deletion}
    >
      <p>
        {project.operation?.error?.message ??
          'Making its database failed. Nothing of it is running, and nothing else was touched.'}
      </p>
    </OperationPage>
  )
}
