import type { Project } from '@plinth/contract'
import { Button } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '#app/api/client.ts'
import { OperationPage } from '#app/lib/OperationPage.tsx'

/**
 * After a change that leaves the project as it was when it fails: its pages, unless it did fail and
 * somebody who watched would otherwise take it for done.
 */
export default function UndonePage({
  project,
  operationId,
  onReturn,
  children,
}: {
  project: Project
  operationId: string
  onReturn: () => void
  /** The project's pages. */
  children: ReactNode
}) {
  const { data: operation } = useQuery(
    api.operations.view.queryOptions({ input: { ref: project.ref, id: operationId } }),
  )
  if (operation?.status !== 'failed') return children
  return (
    <OperationPage
      project={project}
      operation={operation}
      title={`${project.name} could not be resized`}
      icon={<CircleAlert aria-hidden className="text-danger-text" />}
      actions={
        <Button variant="primary" onClick={onReturn}>
          Return to project
        </Button>
      }
    >
      <p>{operation.error?.message ?? 'A step failed.'} The project has the size it had before.</p>
    </OperationPage>
  )
}
