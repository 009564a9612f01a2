import type { Project } from '@plinth/contract'
import { toast } from '@plinth/ui'
import { useNavigate } from '@tanstack/react-router'
import { messageOf } from '#app/api/errors.ts'
import { noteStatus } from '#app/api/project.ts'

/** What follows a restore in place that was accepted, or refused: its steps are watched on the home page. */
export function useBackInTime(project: Project) {
  const navigate = useNavigate()
  return {
    onSuccess: () => {
      noteStatus(project, 'RESTORING')
      void navigate({ to: '/project/$ref', params: { ref: project.ref } })
    },
    onError: (error: unknown) => void toast.error(`Failed to restore project: ${messageOf(error)}`),
  }
}
