import type { Member } from '@plinth/contract'
import { DropdownMenu, IconButton } from '@plinth/ui'
import { Ellipsis, LogOut, UserCog, UserMinus } from 'lucide-react'
import { useState } from 'react'
import { useMay, useSession } from '#app/api/session.ts'
import { ChangeRoleDialog } from './ChangeRoleDialog.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
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
