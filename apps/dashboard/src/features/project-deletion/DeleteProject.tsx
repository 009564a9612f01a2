import type { Project } from '@plinth/contract'
import { KEEP_DELETED_DAYS, projectCan } from '@plinth/contract'
import { Button, TextConfirmDialog, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { useMay } from '#app/api/session.ts'
import { lastOrganization } from '#app/lib/stored.ts'
import { STATUS_LOOKS } from '#app/lib/project-status.ts'

/** The button that deletes a project, with the question it asks first (spec §4, delete flow). */
export function DeleteProject({ project }: { project: Project }) {
  const { ref, name, status, organization_slug: organizationSlug } = project
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const mayDelete = useMay('projects:delete', { organizationSlug, projectRef: ref })

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
      <TextConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
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
    </>
  )
}
