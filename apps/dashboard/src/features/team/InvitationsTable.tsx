import type { Invitation } from '@plinth/contract'
import { Button, Card, CardHeader, ConfirmDialog, Table, type TableColumn, toast } from '@plinth/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { When } from '#app/lib/When.tsx'
import { grantText } from './roles.ts'

/** Invitations nobody has taken up yet; without any there is nothing to show. */
export function InvitationsTable({ slug }: { slug: string }) {
  const { data: invitations = [] } = useQuery(
    api.invitations.list.queryOptions({ input: { slug } }),
  )
  if (invitations.length === 0) return null
  const columns: readonly TableColumn<Invitation>[] = [
    {
      key: 'email',
      header: 'E-mail address',
      rowHeader: true,
      cell: ({ email }) => <span className="font-medium break-all">{email}</span>,
    },
    { key: 'role', header: 'Role', cell: grantText },
    { key: 'by', header: 'Invited by', hideBelow: 'md', cell: ({ invited_by }) => invited_by },
    {
      key: 'until',
      header: 'Ends',
      hideBelow: 'sm',
      cell: ({ expires_at }) => <When date={expires_at} />,
    },
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (invitation) => <TakeBack slug={slug} invitation={invitation} />,
    },
  ]
  return (
    <Card>
      <CardHeader title="Invitations" description="Asked to join, and not in yet." />
      <Table
        aria-label="Invitations"
        columns={columns}
        rows={invitations}
        rowKey={({ id }) => id}
      />
    </Card>
  )
}

function TakeBack({ slug, invitation }: { slug: string; invitation: Invitation }) {
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation(
    api.invitations.delete.mutationOptions({
      onSuccess: async () => {
        toast.success(`Took back the invitation of ${invitation.email}`)
        await queryClient.invalidateQueries({ queryKey: api.invitations.key() })
      },
      onSettled: () => setAsking(false),
      onError: (error) => toast.error(`Failed to take back the invitation: ${messageOf(error)}`),
    }),
  )
  return (
    <>
      <Button size="sm" onClick={() => setAsking(true)}>
        Take back
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        variant="danger"
        title="Take back this invitation?"
        description={`The link that was made for ${invitation.email} stops working.`}
        confirmLabel="Take back"
        loading={remove.isPending}
        onConfirm={() => remove.mutate({ slug, id: invitation.id })}
      />
    </>
  )
}
