import { Dialog } from '@plinth/ui'
import { useState } from 'react'
import { InviteForm, type Invited } from './InviteForm.tsx'
import { InviteLink } from './InviteLink.tsx'

/** Asks somebody to join; ends with the link, which is shown this once. */
export function InviteDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const [invited, setInvited] = useState<Invited>()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={invited ? 'Invitation made' : 'Invite somebody'}
      description={
        invited
          ? undefined
          : 'They join with a link that you send them yourself, in your own words.'
      }
    >
      {invited ? (
        <InviteLink invited={invited} onClose={onClose} />
      ) : (
        <InviteForm slug={slug} onInvited={setInvited} onClose={onClose} />
      )}
    </Dialog>
  )
}
