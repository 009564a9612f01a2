import type { Project } from '@plinth/contract'
import { KEEP_DELETED_DAYS } from '@plinth/contract'
import { TextConfirmDialog, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { lastOrganization } from '#app/lib/stored.ts'

type DeleteProjectDialogProps = {
  project: Project
  /** Asked before, and handed in only once the project is deleted. */
  survey: {
    readonly fields: ReactNode
    readonly isComplete: () => boolean
    readonly submit: (about: { projectRef: string; orgSlug: string }) => void
  }
  onClose: () => void
}

/** Asks for the project's name, deletes it and leads away from its page (spec §4, delete flow). */
export function DeleteProjectDialog({ project, survey, onClose }: DeleteProjectDialogProps) {
  const { ref, name, organization_slug: orgSlug } = project
  const router = useRouter()
  const remove = useMutation(
    api.projects.delete.mutationOptions({
      onSuccess: async () => {
        toast.success(`Successfully deleted ${name}`)
        survey.submit({ projectRef: ref, orgSlug })
        const slug = lastOrganization.read()
        // who has gone elsewhere meanwhile is not taken away from there
        const isStillHere = router.state.location.pathname.startsWith(`/project/${ref}`)
        if (isStillHere)
          await (slug
            ? router.navigate({ to: '/org/$slug', params: { slug } })
            : router.navigate({ to: '/organizations' }))
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
      onConfirm={() => {
        if (survey.isComplete()) remove.mutate({ ref })
      }}
      alert={{
        tone: 'critical',
        title: 'The database stops at once and every connection to it ends.',
        body: `An owner of the organization can bring the project back within ${KEEP_DELETED_DAYS} days. After that its data is gone for good.`,
      }}
    >
      {survey.fields}
    </TextConfirmDialog>
  )
}
