import type { Project } from '@plinth/contract'
import { KEEP_DELETED_DAYS } from '@plinth/contract'
import { TextConfirmDialog, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { lastOrganization } from '#app/lib/stored.ts'

/** Asks for the project's name, deletes it and leads away from its page (spec §4, delete flow). */
export default function DeleteProjectDialog({
  project,
  onClose,
}: {
  project: Project
  onClose: () => void
}) {
  const { ref, name } = project
  const navigate = useNavigate()
  const remove = useMutation(
    api.projects.delete.mutationOptions({
      onSuccess: async () => {
        toast.success(`Successfully deleted ${name}`)
        const slug = lastOrganization.read()
        await (slug
          ? navigate({ to: '/org/$slug', params: { slug } })
          : navigate({ to: '/organizations' }))
        // only once its page is gone: that would ask for it again and be told it is not there
        queryClient.removeQueries({ queryKey: api.projects.view.key({ input: { ref } }) })
        await queryClient.invalidateQueries({ queryKey: api.projects.list.key() })
        await queryClient.invalidateQueries({ queryKey: api.organizations.key() })
      },
      onError: (error) => toast.error(`Failed to delete project: ${messageOf(error)}`),
    }),
  )
  return (
    <TextConfirmDialog
      open
      onOpenChange={onClose}
      title={`Confirm deletion of ${name}`}
      confirmString={name}
      confirmLabel="Delete this project"
      placeholder="The project’s name"
      loading={remove.isPending}
      onConfirm={() => remove.mutate({ ref })}
      alert={{
        tone: 'critical',
        title: 'The database stops at once and every connection to it ends.',
        body: `An owner of the organization can bring the project back within ${KEEP_DELETED_DAYS} days. After that its data is gone for good.`,
      }}
    />
  )
}
