import { Alert, Button, CopyField, DialogFooter, Field } from '@plinth/ui'
import type { ReactNode } from 'react'

/** Where only a hash is kept. */
export const KEPT_AS_HASH = (
  <Alert tone="warning" title="Copy it now">
    It is shown this once. Only a hash of it is kept, so nobody can look it up later.
  </Alert>
)

type Props = {
  readonly label: string
  readonly value: string
  readonly onClose: () => void
  /** What to know before it is gone. */
  readonly children?: ReactNode
}

/** The end of a dialog that made something to be copied, such as a key. */
export const ShownOnce = ({ label, value, onClose, children }: Props) => (
  <div className="-mb-5 flex flex-col gap-4">
    {children}
    <Field label={label}>
      <CopyField value={value} />
    </Field>
    <DialogFooter className="-mx-5">
      <Button variant="primary" onClick={onClose}>
        Done
      </Button>
    </DialogFooter>
  </div>
)
