import { type Project, projectCan } from '@plinth/contract'
import { toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { api } from './client.ts'
import { messageOf } from './errors.ts'
import { noteStatus } from './project.ts'
import { useProjectMay } from './session.ts'

/** Restarts a project, or says why it cannot be. */
export function useRestart(project: Project) {
  const mayRestart = useProjectMay('projects:restart', project)
  const restart = useMutation(
    api.power.restart.mutationOptions({
      onSuccess: ({ status }) => noteStatus(project, status),
      onError: (error) => toast.error(`Failed to restart project: ${messageOf(error)}`),
    }),
  )
  const disabledReason = !mayRestart
    ? 'You need additional permissions to restart this project'
    : projectCan('restart', project.status)
      ? undefined
      : 'Only a running project can be restarted'
  return { restart, disabledReason }
}
