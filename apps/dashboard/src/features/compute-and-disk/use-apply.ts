import type { Project } from '@plinth/contract'
import { toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { fieldErrorsOf, messageOf } from '#app/api/errors.ts'
import { noteStatus, refreshProject } from '#app/api/project.ts'
import { queryClient } from '#app/api/query-client.ts'
import { type Draft, type Problems, type Saved, isDiskChanged, wantedOf } from './draft.ts'

type Options = {
  readonly project: Project
  readonly saved: Saved
  readonly draft: Draft
  readonly onClose: () => void
  readonly onRefused: (problems: Problems) => void
  readonly onDone: () => void
}

const problemsIn = (error: unknown): Problems =>
  Object.fromEntries(
    Object.entries(fieldErrorsOf(error)).map(([path, messages]) => [
      path.replace('attributes.', ''),
      messages.join('. '),
    ]),
  )

/** First the disk, which interrupts nothing, then the size: a refused disk leaves all as it was. */
export function useApply({ project, saved, draft, onClose, onRefused, onDone }: Options) {
  const { ref } = project
  const resize = useMutation(
    api.resources.resize.mutationOptions({
      onSuccess: ({ status, operation_id: operationId }) => {
        onDone()
        if (operationId) noteStatus(project, status)
        else toast.success('The project has its new size')
        void refreshProject(ref)
      },
      onError: (error) => {
        onClose()
        toast.error(`Failed to resize project: ${messageOf(error)}`)
      },
    }),
  )
  const isResized = draft.compute !== saved.compute
  const resizeNow = () => resize.mutate({ ref, desired_instance_size: draft.compute })

  const update = useMutation(
    api.disk.update.mutationOptions({
      onSuccess: (disk) => {
        queryClient.setQueryData(api.disk.view.queryKey({ input: { ref } }), disk)
        void queryClient.invalidateQueries({ queryKey: api.disk.key() })
        void queryClient.invalidateQueries({ queryKey: api.resources.warnings.key() })
        toast.success('Updated disk attributes')
        if (isResized) resizeNow()
        else onDone()
      },
      onError: (error) => {
        onRefused(problemsIn(error))
        onClose()
        toast.error(`Failed to update disk attributes: ${messageOf(error)}`)
      },
    }),
  )
  return {
    isPending: update.isPending || resize.isPending,
    apply: () =>
      isDiskChanged(draft, saved)
        ? update.mutate({ ref, attributes: wantedOf(draft) })
        : resizeNow(),
  }
}
