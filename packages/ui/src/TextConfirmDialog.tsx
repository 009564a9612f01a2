import { type ReactNode, type SubmitEvent, useRef, useState } from 'react'
import { Alert } from './Alert.tsx'
import { Button } from './Button.tsx'
import { Dialog, DialogFooter } from './Dialog.tsx'
import { Field } from './Field.tsx'
import { Input } from './Input.tsx'

/** The question, its words, and what confirming does. */
export type TextConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** What must be typed. */
  confirmString: string
  onConfirm: () => void
  alert?:
    | { tone?: 'info' | 'warning' | 'critical' | undefined; title: ReactNode; body?: ReactNode }
    | undefined
  /** More about what will happen, between the alert and the question. */
  children?: ReactNode
  loading?: boolean | undefined
  cancelLabel?: string | undefined
  confirmLabel?: string | undefined
  placeholder?: string | undefined
  /** Said when the typed value is another. */
  errorMessage?: string | undefined
  /** The confirm button takes the whole row and there is no cancel button. */
  blockDeleteButton?: boolean | undefined
  variant?: 'primary' | 'danger' | undefined
}

/** Asks for a name to be typed before something that is hard to undo (spec §2, screen 13). */
export const TextConfirmDialog = ({
  open,
  onOpenChange,
  title,
  ...form
}: TextConfirmDialogProps) => (
  <Dialog open={open} onOpenChange={onOpenChange} title={title} locked={form.loading}>
    {/* mounted with each opening, so that what was typed the last time is gone */}
    <ConfirmForm {...form} onCancel={() => onOpenChange(false)} />
  </Dialog>
)

type FormProps = Omit<TextConfirmDialogProps, 'open' | 'onOpenChange' | 'title'> & {
  onCancel: () => void
}

function ConfirmForm({
  confirmString,
  onConfirm,
  onCancel,
  alert,
  children,
  loading = false,
  cancelLabel = 'Cancel',
  confirmLabel = 'Submit',
  placeholder,
  errorMessage = 'Value entered does not match',
  blockDeleteButton = true,
  variant = 'danger',
}: FormProps) {
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  // what is wrong with it may stand below what one sees
  const input = useRef<HTMLInputElement>(null)
  const matches = typed.trim() === confirmString.trim()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    // React hands an event through portals: without this the form around the dialog would be sent too
    event.stopPropagation()
    setChecked(true)
    if (!matches) input.current?.focus()
    else if (!loading) onConfirm()
  }

  return (
    <form onSubmit={submit} noValidate className="-mb-5 flex flex-col gap-4">
      {alert && (
        <Alert tone={alert.tone ?? 'warning'} title={alert.title}>
          {alert.body}
        </Alert>
      )}
      {children && <div className="text-sm text-pretty text-muted">{children}</div>}
      <Field
        label={
          <span className="font-normal text-muted">
            Type{' '}
            <strong className="font-semibold break-all whitespace-pre-wrap text-fg">
              {confirmString}
            </strong>{' '}
            to confirm.
          </span>
        }
        error={isChecked && !matches ? errorMessage : undefined}
      >
        <Input
          ref={input}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          placeholder={placeholder}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          readOnly={loading}
        />
      </Field>
      <DialogFooter className="-mx-5">
        {!blockDeleteButton && (
          <Button onClick={onCancel} disabled={loading}>
            {cancelLabel}
          </Button>
        )}
        <Button
          type="submit"
          variant={variant}
          loading={loading}
          className={blockDeleteButton ? 'w-full' : undefined}
        >
          {confirmLabel}
        </Button>
      </DialogFooter>
    </form>
  )
}
