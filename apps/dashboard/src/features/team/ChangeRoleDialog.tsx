import type { Member } from '@plinth/contract'
import { Button, Dialog, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { sessionOptions } from '#app/api/session.ts'
import { RoleFields } from './RoleFields.tsx'
import { choiceOf, problemWith } from './roles.ts'

export function ChangeRoleDialog({
  slug,
  member,
  onClose,
}: {
  slug: string
  member: Member
  onClose: () => void
}) {
  const [choice, setChoice] = useState(() => choiceOf(member))
  const [isChecked, setChecked] = useState(false)
  const problem = problemWith(choice)
  const update = useMutation(
    api.members.update.mutationOptions({
      onSuccess: async () => {
        toast.success(`Changed the role of ${member.name}`)
        onClose()
        await queryClient.invalidateQueries({ queryKey: api.members.key() })
        // it may have been one's own
        await queryClient.invalidateQueries({ queryKey: sessionOptions().queryKey })
      },
      onError: (error) => toast.error(`Failed to change the role: ${messageOf(error)}`),
    }),
  )
  function save() {
    setChecked(true)
    if (!problem) update.mutate({ slug, user_id: member.user_id, ...choice })
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Change the role of ${member.name}`}
      locked={update.isPending}
      footer={
        <>
          <Button onClick={onClose} disabled={update.isPending}>
            Cancel
          </Button>
          <Button variant="primary" loading={update.isPending} onClick={save}>
            Change role
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <RoleFields
          slug={slug}
          value={choice}
          onChange={setChoice}
          error={isChecked ? problem : undefined}
        />
      </div>
    </Dialog>
  )
}
