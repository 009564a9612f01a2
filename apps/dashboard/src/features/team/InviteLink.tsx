import { Alert } from '@plinth/ui'
import { dateAndMinute } from '#app/lib/date.ts'
import { ShownOnce } from '#app/lib/ShownOnce.tsx'
import type { Invited } from './InviteForm.tsx'

export const InviteLink = ({ invited, onClose }: { invited: Invited; onClose: () => void }) => (
  <ShownOnce label="Invitation link" value={invited.url} onClose={onClose}>
    <Alert title="Copy the link now">
      It is shown this once. It works for {invited.email} until {dateAndMinute(invited.expires_at)}.
    </Alert>
  </ShownOnce>
)
