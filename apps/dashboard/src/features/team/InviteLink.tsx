import { Alert, Button, CopyField, DialogFooter, Field } from '@plinth/ui'
import { dateAndMinute } from '#app/lib/date.ts'
import type { Invited } from './InviteForm.tsx'

export const InviteLink = ({ invited, onClose }: { invited: Invited; onClose: () => void }) => (
  <div className="-mb-5 flex flex-col gap-4">
    <Alert title="Copy the link now">
      It is shown this once. It works for {invited.email} until {dateAndMinute(invited.expires_at)}.
    </Alert>
    <Field label="Invitation link">
      <CopyField value={invited.url} />
    </Field>
    <DialogFooter className="-mx-5">
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogFooter>
  </div>
)
