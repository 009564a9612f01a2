import type { Project } from '@plinth/contract'
import { toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { hasCode, messageOf } from '#app/api/errors.ts'
import { noteStatus } from '#app/api/project.ts'

/** Brings a project back up; `onLimit` is called instead of a toast where members own too many. */
export function useRestore(project: Project, onLimit?: () => void) {
  return useMutation(
    api.power.restore.mutationOptions({
      onSuccess: ({ status }) => noteStatus(project, status),
      onError: (error) => {
        if (onLimit && hasCode(error, 'FREE_PROJECT_LIMIT')) onLimit()
        else toast.error(`Failed to restore project: ${messageOf(error)}`)
      },
    }),
  )
}
