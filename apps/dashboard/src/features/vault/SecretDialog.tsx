import type { Project, VaultSecret } from '@plinth/contract'
import { Alert, Button, Dialog, DialogFooter, Field, Input, Textarea, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '#app/api/client.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { queryClient } from '#app/api/query-client.ts'

type Props = {
  readonly project: Project
  /** The one to change; without it a new one is made. */
  readonly secret?: VaultSecret
  readonly onClose: () => void
}

/** Seals a new secret, or changes one: its text only where a new one is typed. */
export function SecretDialog({ project, secret, onClose }: Props) {
  const { ref } = project
  const form = useForm({
    defaultValues: {
      name: secret?.name ?? '',
      description: secret?.description ?? '',
      secret: '',
    },
  })
  const { errors } = form.formState
  const done = {
    onSuccess: async ({ name }: VaultSecret) => {
      toast.success(secret ? `Changed ${name ?? 'the secret'}` : `Sealed ${name ?? 'the secret'}`)
      onClose()
      await queryClient.invalidateQueries({ queryKey: api.vault.key() })
    },
    onError: (error: unknown) => showErrors(form, error),
  }
  const create = useMutation(api.vault.create.mutationOptions(done))
  const update = useMutation(api.vault.update.mutationOptions(done))
  const isSaving = create.isPending || update.isPending
  const submit = form.handleSubmit((values) => {
    const description = values.description.trim()
    const name = values.name.trim()
    if (!secret)
      return create.mutate({ ref, secret: values.secret, name: name || null, description })
    update.mutate({
      ref,
      id: secret.id,
      description,
      ...(name !== (secret.name ?? '') && { name }),
      ...(values.secret !== '' && { secret: values.secret }),
    })
  })
  return (
    <Dialog
      open
      locked={isSaving}
      onOpenChange={onClose}
      title={secret ? `Change ${secret.name ?? 'the secret'}` : 'New secret'}
    >
      <form noValidate className="-mb-5 flex flex-col gap-4" onSubmit={submit}>
        <Field
          label="Name"
          optional={!secret?.name}
          hint="What your SQL finds it by."
          error={errors.name?.message}
        >
          <Input {...form.register('name')} mono autoComplete="off" spellCheck={false} autoFocus />
        </Field>
        <Field label="Description" optional error={errors.description?.message}>
          <Input {...form.register('description')} autoComplete="off" />
        </Field>
        <Field
          label="Secret"
          hint={secret ? 'Left empty, it stays what it is.' : 'Kept as it is, line ends and all.'}
          error={errors.secret?.message}
        >
          <Textarea
            {...form.register('secret', {
              validate: (text) => secret !== undefined || text !== '' || 'Enter the secret',
            })}
            mono
            rows={4}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        {errors.root && <Alert tone="critical">{errors.root.message}</Alert>}
        <DialogFooter className="-mx-5">
          <Button onClick={onClose} disabled={isSaving}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={isSaving}>
            {secret ? 'Save' : 'Seal secret'}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
