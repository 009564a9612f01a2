import type { Project } from '@plinth/contract'
import { projectCan } from '@plinth/contract'
import { Button } from '@plinth/ui'
import { type ReactNode, Suspense, useState } from 'react'
import { useProjectMay } from '#app/api/session.ts'
import { STATUS_LOOKS } from '#app/lib/project-status.ts'

/** The button that deletes a project; the question it asks is loaded with the press. */
export function DeleteProject({
  project,
  dialog,
}: {
  project: Project
  dialog: (onClose: () => void) => ReactNode
}) {
  const { status } = project
  const [isAsking, setAsking] = useState(false)
  const mayDelete = useProjectMay('projects:delete', project)
  const disabledReason = !mayDelete
    ? 'You need additional permissions to delete this project'
    : projectCan('delete', status)
      ? undefined
      : `A project cannot be deleted while it is ${STATUS_LOOKS[status].label.toLowerCase()}`
  return (
    <>
      <Button variant="danger" disabledReason={disabledReason} onClick={() => setAsking(true)}>
        Delete project
      </Button>
      <Suspense>{isAsking && dialog(() => setAsking(false))}</Suspense>
    </>
  )
}
