import { Button, Dialog, DialogFooter, Field, Input } from '@plinth/ui'
import { useState } from 'react'
import { type Draft, nameProblem } from './files.ts'

type Props = {
  readonly draft: Draft
  /** The file that gets another name; without it one is added. */
  readonly renamed?: string | undefined
  readonly onNamed: (name: string) => void
  readonly onClose: () => void
}

export function FileNameDialog({ draft, renamed, onNamed, onClose }: Props) {
  const [name, setName] = useState(renamed ?? '')
  const [problem, setProblem] = useState<string>()
  return (
    <Dialog open onOpenChange={onClose} title={renamed ? `Rename ${renamed}` : 'Add a file'}>
      <form
        noValidate
        className="-mb-5 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          const found = nameProblem(draft, name.trim(), renamed)
          if (found) return setProblem(found)
          onNamed(name.trim())
        }}
      >
        <Field label="Name" hint="Slashes make folders: lib/mail.ts" error={problem}>
          <Input
            mono
            autoFocus
            value={name}
            onChange={(event) => {
              setName(event.target.value)
              setProblem(undefined)
            }}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <DialogFooter className="-mx-5">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {renamed ? 'Rename' : 'Add'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
