import { type ApiKey, CreateApiKey, type Project } from '@plinth/contract'
import { Alert, Button, Dialog, DialogFooter, Field, Input, RadioCards, Select } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#app/api/client.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { KEPT_AS_HASH, ShownOnce } from '#app/lib/ShownOnce.tsx'
import { MINUTE, now } from '#app/lib/time.ts'

const EXPIRIES = [
  { value: 'never', label: 'Never' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
] as const
type Expiry = (typeof EXPIRIES)[number]['value']

const TYPES = [
  { value: 'publishable', label: 'Publishable', description: 'For pages and apps: works as anon.' },
  { value: 'secret', label: 'Secret', description: 'For servers: passes by row-level security.' },
] as const

type Props = { readonly project: Project; readonly onClose: () => void }

/** Makes a key and shows it; a secret one this once. */
export function CreateKeyDialog({ project, onClose }: Props) {
  const [made, setMade] = useState<ApiKey>()
  return (
    <Dialog
      open
      // a key nobody has seen yet must not be lost to a stray click
      locked={made !== undefined}
      onOpenChange={onClose}
      title={made ? 'Your new API key' : 'New API key'}
    >
      {made ? (
        <NewKey apiKey={made} onClose={onClose} />
      ) : (
        <CreateKeyForm project={project} onCreated={setMade} onClose={onClose} />
      )}
    </Dialog>
  )
}

function CreateKeyForm({
  project,
  onCreated,
  onClose,
}: Props & { onCreated: (key: ApiKey) => void }) {
  const [type, setType] = useState<'publishable' | 'secret'>('publishable')
  const [expiry, setExpiry] = useState<Expiry>('never')
  const form = useForm({ defaultValues: { name: '', description: '' } })
  const { errors } = form.formState
  const create = useMutation(
    api.apiKeys.create.mutationOptions({
      onSuccess: async (key) => {
        onCreated(key)
        await queryClient.invalidateQueries({ queryKey: api.apiKeys.key() })
      },
      onError: (error) => showErrors(form, error),
    }),
  )
  const submit = form.handleSubmit(({ name, description }) => {
    const named = CreateApiKey.shape.name.safeParse(name)
    if (named.error)
      return form.setError('name', { message: named.error.issues[0]?.message ?? 'Enter a name' })
    const days = expiry === 'never' ? null : Number(expiry)
    create.mutate({
      ref: project.ref,
      type,
      name,
      description: description.trim() || null,
      expires_at: days === null ? null : new Date(now() + days * 24 * 60 * MINUTE).toISOString(),
    })
  })
  return (
    <form noValidate className="-mb-5 flex flex-col gap-4" onSubmit={submit}>
      <Field label="Kind">
        <RadioCards columns={2} value={type} onChange={setType} options={TYPES} />
      </Field>
      <Field label="Name" hint="What will use it." error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="off" autoFocus />
      </Field>
      <Field label="Description" optional error={errors.description?.message}>
        <Input {...form.register('description')} autoComplete="off" />
      </Field>
      <Field label="Expires after">
        <Select options={EXPIRIES} value={expiry} onChange={setExpiry} />
      </Field>
      {errors.root && <Alert tone="critical">{errors.root.message}</Alert>}
      <DialogFooter className="-mx-5">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" loading={create.isPending}>
          Create key
        </Button>
      </DialogFooter>
    </form>
  )
}

const NewKey = ({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) => (
  <ShownOnce label={apiKey.name} value={apiKey.api_key ?? ''} onClose={onClose}>
    {apiKey.type === 'secret' && KEPT_AS_HASH}
  </ShownOnce>
)
