import { KEEP_DELETED_DAYS } from '@plinth/contract'
import { Button, Card, CardHeader, Table, type TableColumn, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { InferClientOutputs } from '@orpc/client'
import { type Client, api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { useMay } from '#app/api/session.ts'
import { When } from '#app/lib/When.tsx'

type Deleted = InferClientOutputs<Client>['projects']['deleted'][number]

export default function DeletedProjectsTable({
  slug,
  deleted,
}: {
  slug: string
  deleted: readonly Deleted[]
}) {
  const columns: readonly TableColumn<Deleted>[] = [
    {
      key: 'name',
      header: 'Name',
      rowHeader: true,
      cell: ({ name }) => <span className="block min-w-20 font-medium wrap-anywhere">{name}</span>,
    },
    { key: 'deleted', header: 'Deleted', cell: ({ deleted_at }) => <When date={deleted_at} /> },
    {
      key: 'until',
      header: 'Gone for good',
      hideBelow: 'sm',
      cell: ({ removed_for_good_at }) => <When date={removed_for_good_at} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (project) => <BringBack slug={slug} project={project} />,
    },
  ]
  return (
    <Card>
      <CardHeader
        title="Recently deleted"
        description={`Kept for ${KEEP_DELETED_DAYS} days, so that an owner can bring them back.`}
      />
      <Table
        aria-label="Recently deleted projects"
        columns={columns}
        rows={deleted}
        rowKey={({ ref }) => ref}
      />
    </Card>
  )
}

function BringBack({ slug, project }: { slug: string; project: Deleted }) {
  const navigate = useNavigate()
  const mayUndelete = useMay('organizations:update', { organizationSlug: slug })
  const undelete = useMutation(
    api.projects.undelete.mutationOptions({
      onSuccess: async ({ ref }) => {
        await queryClient.invalidateQueries({ queryKey: api.projects.key() })
        await navigate({ to: '/project/$ref', params: { ref } })
      },
      onError: (error) => toast.error(`Failed to bring back ${project.name}: ${messageOf(error)}`),
    }),
  )
  return (
    <Button
      size="sm"
      aria-label={`Bring back ${project.name}`}
      loading={undelete.isPending}
      disabledReason={mayUndelete ? undefined : 'Only an owner can bring a project back'}
      onClick={() => undelete.mutate({ ref: project.ref })}
    >
      Bring back
    </Button>
  )
}
