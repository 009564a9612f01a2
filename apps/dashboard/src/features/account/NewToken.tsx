import { Alert, Button, CopyField, DialogFooter, Field } from '@plinth/ui'

export const NewToken = ({ token, onClose }: { token: string; onClose: () => void }) => (
  <div className="-mb-5 flex flex-col gap-4">
    <Alert tone="warning" title="Copy it now">
      It is shown this once. Only a hash of it is kept, so nobody can look it up later.
    </Alert>
    <Field label="Access token">
      <CopyField value={token} />
    </Field>
    <DialogFooter className="-mx-5">
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogFooter>
  </div>
)
