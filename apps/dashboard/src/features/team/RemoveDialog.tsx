import type { Member } from '@plinth/contract'
import { ConfirmDialog, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { sessionOptions } from '#app/api/session.ts'

/** Asks before somebody loses access: another member, or oneself by leaving. */
export function RemoveDialog({
  slug,
  member,
  isMe,
  isOpen,
  onClose,
}: {
  slug: string
  member: Pick<Member, 'user_id' | 'name' | 'email'>
  isMe: boolean
  isOpen: boolean
  onClose: () => void
}) {
  const navigate = useNavigate()
  const remove = useMutation(
    api.members.remove.mutationOptions({
      onSuccess: async () => {
        toast.success(isMe ? 'You left the organization' : `Removed ${member.name}`)
        if (isMe) await navigate({ to: '/organizations' })
        await queryClient.invalidateQueries({
          queryKey: isMe ? api.organizations.key() : api.members.key(),
        })
        if (isMe) await queryClient.invalidateQueries({ queryKey: sessionOptions().queryKey })
      },
      // also after a refusal: the toast says why, and asking again would not change it
      onSettled: onClose,
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
