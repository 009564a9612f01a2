import type { Project } from '@plinth/contract'
import { projectCan } from '@plinth/contract'
import { Button, toast } from '@plinth/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Archive } from 'lucide-react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { refreshProject } from '#app/api/project.ts'
import { useProjectMay } from '#app/api/session.ts'
import { newestOperationOptions } from './queries.ts'

/** A backup now, beside the daily one; the project goes on as it is. */
export function TakeBackup({ project }: { project: Project }) {
  const { ref, status } = project
  const mayBackUp = useProjectMay('backups:write', project)
  const { data: newest } = useQuery(newestOperationOptions(ref))
  const create = useMutation(
    api.backups.create.mutationOptions({
      onSuccess: () => refreshProject(ref),
      onError: (error) => toast.error(`Failed to take a backup: ${messageOf(error)}`),
    }),
  )
  const isRunning = newest?.[0]?.finished_at === null
  const disabledReason = !mayBackUp
    ? 'You need additional permissions to take backups'
    : !projectCan('backup', status)
      ? 'Available once the project is running'
      : isRunning
        ? 'Another operation is running on this project'
        : undefined
  return (
    <Button
      variant="primary"
      icon={<Archive aria-hidden />}
      loading={create.isPending}
      disabledReason={disabledReason}
      onClick={() => create.mutate({ ref })}
    >
      Take a backup now
    </Button>
  )
}
