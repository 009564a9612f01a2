import type { Project } from '@plinth/contract'
import { lazy } from 'react'
import { DeleteProject } from '#app/features/project-deletion/DeleteProject.tsx'

const ProjectDeletionDialog = lazy(() => import('./ProjectDeletionDialog.tsx'))

/** The button that deletes a project, with the dialog and the survey it asks. */
export const ProjectDeletion = ({ project }: { project: Project }) => (
  <DeleteProject
    project={project}
    dialog={(onClose) => <ProjectDeletionDialog project={project} onClose={onClose} />}
  />
)
