import { SnippetName } from '@plinth/contract'
import { Button, Dialog, DialogFooter, Field, Input, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { messageOf } from '#app/api/errors.ts'
import { saveQuery } from './saved.ts'

type SaveQueryDialogProps = {
  projectRef: string
  sql: string
  open: boolean
  onClose: () => void
}

export function SaveQueryDialog({ projectRef, sql, open, onClose }: SaveQueryDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onClose} title="Save query">
      {open && <SaveForm projectRef={projectRef} sql={sql} onClose={onClose} />}
    </Dialog>
  )
}

function SaveForm({ projectRef, sql, onClose }: Omit<SaveQueryDialogProps, 'open'>) {
  const [name, setName] = useState('')
  const [isChecked, setChecked] = useState(false)
  const parsed = SnippetName.safeParse(name)
  const save = useMutation({
    mutationFn: (as: string) => saveQuery(projectRef, as, sql),
    onSuccess: (_done, as) => {
      toast.success(`Saved "${as}"`)
      onClose()
    },
    onError: (error) => toast.error(`Failed to save query: ${messageOf(error)}`),
  })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (parsed.success && !save.isPending) save.mutate(parsed.data)
  }
  return (
    <form onSubmit={submit} noValidate className="-mb-5 flex flex-col gap-4">
      <Field
        label="Name"
        error={isChecked && !parsed.success ? parsed.error.issues[0]?.message : undefined}
      >
        <Input value={name} autoComplete="off" onChange={(event) => setName(event.target.value)} />
      </Field>
      <DialogFooter className="-mx-5">
        <Button onClick={onClose} disabled={save.isPending}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" loading={save.isPending}>
          Save query
        </Button>
      </DialogFooter>
    </form>
  )
}
