import type { Member } from '@plinth/contract'
import { Avatar, Badge, Card, CardHeader, Table, type TableColumn } from '@plinth/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { useSession } from '#app/api/session.ts'
import { count } from '#app/lib/count.ts'
import { dateOnly } from '#app/lib/date.ts'
import { MemberActions } from './MemberActions.tsx'
import { grantText } from './roles.ts'

export function MembersTable({ slug }: { slug: string }) {
  const { data: members } = useSuspenseQuery(api.members.list.queryOptions({ input: { slug } }))
  const { user } = useSession()
  const columns: readonly TableColumn<Member>[] = [
    {
      key: 'member',
      header: 'Member',
      rowHeader: true,
      cell: ({ user_id, name, email }) => (
        <span className="flex items-center gap-3">
          <Avatar name={name} />
          <span className="min-w-0">
            <span className="flex items-center gap-2">
              <span className="truncate font-medium">{name}</span>
              {user_id === user.id && <Badge>You</Badge>}
            </span>
            <span className="block text-xs break-all text-muted">{email}</span>
          </span>
        </span>
      ),
    },
    {
      key: 'role',
      header: 'Role',
      cell: ({ grants }) => grants.map(grantText).join(', '),
    },
    {
      key: 'joined',
      header: 'Joined',
      hideBelow: 'md',
      cell: ({ joined_at }) => <time dateTime={joined_at}>{dateOnly(joined_at)}</time>,
    },
    {
      key: 'actions',
      header: 'Actions',
      hideHeader: true,
      align: 'end',
      cell: (member) => <MemberActions slug={slug} member={member} />,
    },
  ]
  return (
    <Card>
      <CardHeader title={count(members.length, 'member')} />
      <Table
        aria-label="Members"
        columns={columns}
        rows={members}
        rowKey={({ user_id }) => user_id}
      />
    </Card>
  )
}
