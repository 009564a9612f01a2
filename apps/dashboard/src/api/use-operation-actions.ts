import { OPERATION_NEEDS, type Operation, type Project } from '@plinth/contract'
import { toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { api } from './client.ts'
import { messageOf } from './errors.ts'
import { refreshProject } from './project.ts'
import { useProjectMay } from './session.ts'

export type OperationAction = {
  readonly run: () => void
  readonly isBusy: boolean
  readonly disabledReason: string | undefined
}

export type OperationActions = {
  readonly retry: OperationAction | undefined
  readonly cancel: OperationAction | undefined
}

/** What can be done about an operation now; an action that makes no sense for it is not there. */
export function useOperationActions(
  project: Project,
  operation: Operation | null = project.operation,
): OperationActions {
  const { ref } = project
  const isAllowed = useProjectMay(OPERATION_NEEDS[operation?.kind ?? 'recover'], project)
  const retry = useMutation(
    api.operations.retry.mutationOptions({
      onSuccess: () => refreshProject(ref),
      onError: (error) => toast.error(`Failed to retry: ${messageOf(error)}`),
    }),
  )
  const cancel = useMutation(
    api.operations.cancel.mutationOptions({
      onSuccess: () => refreshProject(ref),
      onError: (error) => toast.error(`Failed to cancel: ${messageOf(error)}`),
    }),
  )
  if (!operation) return { retry: undefined, cancel: undefined }
  const { id } = operation
  // once asked for, the platform takes no second request: what was done is being undone
  const isCancelling = cancel.isSuccess && cancel.variables.id === id && !operation.finished_at
  return {
    retry: operation.can_retry
      ? {
          run: () => retry.mutate({ ref, id }),
          isBusy: retry.isPending,
          disabledReason: isAllowed ? undefined : 'You need additional permissions to retry this',
        }
      : undefined,
    cancel:
      operation.can_cancel || isCancelling
        ? {
            run: () => cancel.mutate({ ref, id }),
            isBusy: cancel.isPending || isCancelling,
            disabledReason: isAllowed
              ? undefined
              : 'You need additional permissions to cancel this',
          }
        : undefined,
  }
}
