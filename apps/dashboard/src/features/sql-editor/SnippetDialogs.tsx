import { SnippetName } from '@plinth/contract'
import { Button, ConfirmDialog, Dialog, DialogFooter, Field, Input } from '@plinth/ui'
import { type SubmitEvent, useState } from 'react'
import type { SnippetSummary } from './queries.ts'
import type { SnippetActions } from './use-snippet-actions.ts'

/** What the person was asked about a saved query. */
export type SnippetTask = { readonly kind: 'rename' | 'delete'; readonly snippet: SnippetSummary }

type SnippetDialogsProps = {
  task: SnippetTask | null
  actions: SnippetActions
  onClose: () => void
}

/** Renames or deletes a saved query, once the person has said how. */
export function SnippetDialogs({ task, actions, onClose }: SnippetDialogsProps) {
  const { rename, remove } = actions
  // expected: a failure is a toast of the action's own, and the dialog stays for another try
  const ignore = () => {}
  const close = (open: boolean) => {
    if (!open) onClose()
  }
  return (
    <>
      <Dialog
        open={task?.kind === 'rename'}
        onOpenChange={close}
        title="Rename query"
        locked={rename.isPending}
      >
        {task && (
          <RenameForm
            name={task.snippet.name}
            isPending={rename.isPending}
            onCancel={onClose}
            onRename={(name) =>
              void rename.mutateAsync({ snippet: task.snippet, name }).then(onClose, ignore)
            }
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={task?.kind === 'delete'}
        onOpenChange={close}
        title={`Delete "${task?.snippet.name ?? ''}"?`}
        description="The saved text is gone for good. What it did to the database stays."
        confirmLabel="Delete query"
        variant="danger"
        loading={remove.isPending}
        onConfirm={() => {
          if (task) void remove.mutateAsync(task.snippet).then(onClose, ignore)
        }}
      />
    </>
  )
}

type RenameFormProps = {
  name: string
  isPending: boolean
  onRename: (name: string) => void
  onCancel: () => void
}

function RenameForm({ name, isPending, onRename, onCancel }: RenameFormProps) {
  const [typed, setTyped] = useState(name)
  const [isChecked, setIsChecked] = useState(false)
  const parsed = SnippetName.safeParse(typed)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsChecked(true)
    if (!parsed.success || isPending) return
    if (parsed.data === name) onCancel()
    else onRename(parsed.data)
  }

  return (
    <form onSubmit={submit} noValidate className="-mb-5 flex flex-col gap-4">
      <Field
        label="Name"
        error={isChecked && !parsed.success ? parsed.error.issues[0]?.message : undefined}
      >
        <Input
          value={typed}
          autoComplete="off"
          onFocus={(event) => event.target.select()}
          onChange={(event) => setTyped(event.target.value)}
        />
      </Field>
      <DialogFooter className="-mx-5">
        <Button onClick={onCancel} disabled={isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" loading={isPending}>
          Rename
        </Button>
      </DialogFooter>
    </form>
  )
}
