import { FunctionSecretName, type Project } from '@plinth/contract'
import { Button, Dialog, DialogFooter, Field, Textarea, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { fieldErrorsOf, messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { count } from '#app/lib/count.ts'
import { secretsFrom } from './secret-lines.ts'

/** Sets any number of secrets at once, as they stand in a file of environment variables. */
export function SetSecretsDialog({ project, onClose }: { project: Project; onClose: () => void }) {
  const [text, setText] = useState('')
  const [problem, setProblem] = useState<string>()
  const set = useMutation(
    api.functionSecrets.set.mutationOptions({
      onSuccess: async (_all, { secrets }) => {
        toast.success(`Set ${count(secrets.length, 'secret')}`)
        onClose()
        await queryClient.invalidateQueries({ queryKey: api.functionSecrets.key() })
      },
      // the one field is the whole form
      onError: (error) => setProblem(fieldErrorsOf(error)['secrets']?.[0] ?? messageOf(error)),
    }),
  )

  function send() {
    const secrets = secretsFrom(text)
    if (typeof secrets === 'string') return setProblem(secrets)
    for (const { name } of secrets) {
      const named = FunctionSecretName.safeParse(name)
      if (named.error) return setProblem(`${name}: ${named.error.issues[0]?.message}`)
    }
    set.mutate({ ref: project.ref, secrets: [...secrets] })
  }

  return (
    <Dialog open locked={set.isPending} onOpenChange={onClose} title="Set secrets">
      <form
        noValidate
        className="-mb-5 flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Field
          label="Secrets"
          hint="NAME=value, one a line; paste a whole .env file if you like. One of the same name is replaced."
          error={problem}
        >
          <Textarea
            mono
            autoFocus
            rows={8}
            value={text}
            onChange={(event) => {
              setText(event.target.value)
              setProblem(undefined)
            }}
            placeholder="MAIL_KEY=…"
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <DialogFooter className="-mx-5">
          <Button onClick={onClose} disabled={set.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={set.isPending}>
            Set secrets
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
