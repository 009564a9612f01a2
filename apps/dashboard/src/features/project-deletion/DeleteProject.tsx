import type { Project } from '@plinth/contract'
import { projectCan } from '@plinth/contract'
import { Button } from '@plinth/ui'
import { Suspense, lazy, useState } from 'react'
import { useMay } from '#app/api/session.ts'
import { STATUS_LOOKS } from '#app/lib/project-status.ts'

const DeleteProjectDialog = lazy(() => import('./DeleteProjectDialog.tsx'))

/** The button that deletes a project; the question it asks is loaded with the press. */
export function DeleteProject({ project }: { project: Project }) {
  const { ref, status, organization_slug: organizationSlug } = project
  const [isAsking, setAsking] = useState(false)
  const mayDelete = useMay('projects:delete', { organizationSlug, projectRef: ref })
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
      <Suspense>
        {isAsking && <DeleteProjectDialog project={project} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  )
}
