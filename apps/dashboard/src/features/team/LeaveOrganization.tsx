import { Button } from '@plinth/ui'
import { useState } from 'react'
import { useSession } from '#app/api/session.ts'
import { RemoveDialog } from './RemoveDialog.tsx'

/** For everybody who is in, also those who may not see the team. */
export function LeaveOrganization({ slug }: { slug: string }) {
  const { user } = useSession()
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>Leave organization</Button>
      <RemoveDialog
        slug={slug}
        member={{ user_id: user.id, ...user }}
        isMe
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
