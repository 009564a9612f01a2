import type { Member } from '@plinth/contract'
import { ConfirmDialog, DropdownMenu, IconButton, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Ellipsis, LogOut, UserCog, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { sessionOptions, useMay, useSession } from '#app/api/session.ts'
import { ChangeRoleDialog } from './ChangeRoleDialog.tsx'
import { isOwner } from './roles.ts'

/** What can be done about a member: another role, removing them, or leaving oneself. */
export function MemberActions({ slug, member }: { slug: string; member: Member }) {
  const [open, setOpen] = useState<'role' | 'remove'>()
  const { user } = useSession()
  const isMe = member.user_id === user.id
  const mayWrite = useMay('members:write', { organizationSlug: slug })
  const mayWriteOwners = useMay('owners:write', { organizationSlug: slug })
  const refusal = !mayWrite
    ? 'You need additional permissions to change members'
    : isOwner(member) && !mayWriteOwners
      ? 'Only an owner can change owners'
      : undefined
  const close = () => setOpen(undefined)
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton
            label={`Actions for ${member.name}`}
            tooltip={false}
            size="sm"
            icon={<Ellipsis aria-hidden />}
          />
        }
        items={[
          {
            label: 'Change role…',
            icon: <UserCog aria-hidden />,
            disabledReason: refusal,
            onSelect: () => setOpen('role'),
          },
          'separator',
          isMe
            ? {
                label: 'Leave organization…',
                icon: <LogOut aria-hidden />,
                tone: 'danger',
                onSelect: () => setOpen('remove'),
              }
            : {
                label: 'Remove…',
                icon: <UserMinus aria-hidden />,
                tone: 'danger',
                disabledReason: refusal,
                onSelect: () => setOpen('remove'),
              },
        ]}
      />
      {open === 'role' && <ChangeRoleDialog slug={slug} member={member} onClose={close} />}
      <RemoveDialog
        slug={slug}
        member={member}
        isMe={isMe}
        isOpen={open === 'remove'}
        onClose={close}
      />
    </>
  )
}

function RemoveDialog({
  slug,
  member,
  isMe,
  isOpen,
  onClose,
}: {
  slug: string
  member: Member
  isMe: boolean
  isOpen: boolean
  onClose: () => void
}) {
  const navigate = useNavigate()
  const remove = useMutation(
    api.members.remove.mutationOptions({
      onSuccess: async () => {
        toast.success(isMe ? 'You left the organization' : `Removed ${member.name}`)
        onClose()
        if (isMe) await navigate({ to: '/organizations' })
        await queryClient.invalidateQueries({
          queryKey: isMe ? api.organizations.key() : api.members.key(),
        })
        if (isMe) await queryClient.invalidateQueries({ queryKey: sessionOptions().queryKey })
      },
      onError: (error) =>
        toast.error(`Failed to ${isMe ? 'leave' : `remove ${member.name}`}: ${messageOf(error)}`),
    }),
  )
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={onClose}
      variant="danger"
      title={isMe ? 'Leave this organization?' : `Remove ${member.name}?`}
      description={
        isMe
          ? 'You lose access to its projects at once. Coming back takes a new invitation.'
          : `${member.email} loses access to every project of this organization at once.`
      }
      confirmLabel={isMe ? 'Leave' : 'Remove'}
      loading={remove.isPending}
      onConfirm={() => remove.mutate({ slug, user_id: member.user_id })}
    />
  )
}
