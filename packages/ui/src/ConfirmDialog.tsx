import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Dialog } from './Dialog.tsx'
import { beginsHere } from './use-opening.ts'

type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  cancelLabel?: string | undefined
  confirmLabel?: string | undefined
  /** Called on confirm; the caller closes the dialog once the work is done. */
  onConfirm: () => void
  variant?: 'primary' | 'danger' | undefined
  loading?: boolean | undefined
  disabledReason?: string | undefined
}

/** Asks once before something happens. */
export const ConfirmDialog = ({
  open,
  onOpenChange,
  title,
  description,
  children,
  cancelLabel = 'Cancel',
  confirmLabel = 'Confirm',
  onConfirm,
  variant = 'primary',
  loading = false,
  disabledReason,
}: ConfirmDialogProps) => (
  <Dialog
    open={open}
    onOpenChange={onOpenChange}
    title={title}
    description={description}
    locked={loading}
    footer={
      <>
        <Button {...beginsHere} onClick={() => onOpenChange(false)} disabled={loading}>
          {cancelLabel}
        </Button>
        <Button
          variant={variant}
          loading={loading}
          disabledReason={disabledReason}
          onClick={onConfirm}
        >
          {confirmLabel}
        </Button>
      </>
    }
  >
    {children}
  </Dialog>
)
