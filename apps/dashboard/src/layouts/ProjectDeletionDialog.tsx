import type { Project } from '@plinth/contract'
import { useOrganization } from '#app/api/organization.ts'
import { useExitSurvey } from '#app/features/exit-survey/use-exit-survey.tsx'
import { DeleteProjectDialog } from '#app/features/project-deletion/DeleteProjectDialog.tsx'

/** Who pays is asked why; others may say it. */
export default function ProjectDeletionDialog({
  project,
  onClose,
}: {
  project: Project
  onClose: () => void
}) {
  const isPaid = useOrganization(project.organization_slug).plan.id !== 'free'
  return <DeleteProjectDialog project={project} survey={useExitSurvey(isPaid)} onClose={onClose} />
}
