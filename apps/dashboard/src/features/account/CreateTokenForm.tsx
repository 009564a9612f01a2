import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { CreateAccessToken, type Permission } from '@plinth/contract'
import { Alert, Button, DialogFooter, Field, Input, RadioCards, Select } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { Controller, useForm } from 'react-hook-form'
import { api } from '#app/api/client.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { ScopeChoice } from './ScopeChoice.tsx'

const EXPIRIES = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: 'never', label: 'Never' },
] as const

const REACHES = [
  { value: 'all', label: 'Everything I may do', description: 'Now and later.' },
  { value: 'some', label: 'Only some things', description: 'Never more than I may do.' },
] as const

type Values = { name: string; scopes: Permission[] | null; expires_in_days: number | null }

export function CreateTokenForm({
  onCreated,
  onClose,
}: {
  onCreated: (token: string) => void
  onClose: () => void
}) {
  const form = useForm<Values>({
    resolver: standardSchemaResolver(CreateAccessToken.required()),
    defaultValues: { name: '', scopes: null, expires_in_days: 30 },
  })
  const { errors } = form.formState
  const create = useMutation(
    api.accessTokens.create.mutationOptions({
      onSuccess: async ({ token }) => {
        onCreated(token)
        await queryClient.invalidateQueries({ queryKey: api.accessTokens.key() })
      },
      onError: (error) => showErrors(form, error),
    }),
  )
  const scopes = form.watch('scopes')
  return (
    <form
      noValidate
      className="-mb-5 flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) => create.mutate(values))}
    >
      <Field label="Name" hint="What will use it." error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="off" autoFocus />
      </Field>
      <Field label="Expires after" error={errors.expires_in_days?.message}>
        <Controller
          control={form.control}
          name="expires_in_days"
          render={({ field }) => (
            <Select
              options={EXPIRIES}
              value={EXPIRIES.find(({ value }) => value === String(field.value ?? 'never'))?.value}
              onChange={(value) => field.onChange(value === 'never' ? null : Number(value))}
            />
          )}
        />
      </Field>
      <Field label="May do" error={errors.scopes?.message}>
        <RadioCards
          columns={2}
          value={scopes === null ? 'all' : 'some'}
          onChange={(reach) => form.setValue('scopes', reach === 'all' ? null : [])}
          options={REACHES}
        />
      </Field>
      {scopes !== null && (
        <ScopeChoice value={scopes} onChange={(next) => form.setValue('scopes', next)} />
      )}
      {errors.root && <Alert tone="critical">{errors.root.message}</Alert>}
      {/* in sight however long the form is */}
      <DialogFooter className="-mx-5">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" loading={create.isPending}>
          Create token
        </Button>
      </DialogFooter>
    </form>
  )
}
