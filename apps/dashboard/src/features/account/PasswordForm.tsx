import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Password } from '@plinth/contract'
import { Button, Field, PasswordInput, SettingsSection, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#app/api/client.ts'
import { hasCode } from '#app/api/errors.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { NewPasswordStrength } from '#app/lib/NewPasswordStrength.tsx'
import { FormError } from '#app/lib/FormError.tsx'

const Values = z.object({
  current_password: z.string().min(1, 'Enter your current password'),
  new_password: Password,
})

export function PasswordForm() {
  const form = useForm({
    resolver: standardSchemaResolver(Values),
    defaultValues: { current_password: '', new_password: '' },
  })
  const { errors } = form.formState
  const change = useMutation(
    api.auth.changePassword.mutationOptions({
      onSuccess: async () => {
        form.reset()
        toast.success('Changed your password', {
          description: 'Every other place you were signed in was signed out.',
        })
        await queryClient.invalidateQueries({ queryKey: api.auth.devices.key() })
      },
      onError: (error) => {
        if (hasCode(error, 'BAD_CREDENTIALS'))
          form.setError('current_password', { message: 'This is not your current password' })
        else showErrors(form, error)
      },
    }),
  )
  return (
    <form noValidate onSubmit={form.handleSubmit((values) => change.mutate(values))}>
      <SettingsSection
        title="Password"
        note="Changing it signs you out everywhere else."
        footer={
          <Button type="submit" variant="primary" loading={change.isPending}>
            Change password
          </Button>
        }
      >
        <Field layout="row" label="Current password" error={errors.current_password?.message}>
          <PasswordInput {...form.register('current_password')} autoComplete="current-password" />
        </Field>
        <Field layout="row" label="New password" error={errors.new_password?.message}>
          <PasswordInput {...form.register('new_password')} autoComplete="new-password" />
          <NewPasswordStrength password={form.watch('new_password')} atLeast={10} />
        </Field>
        <FormError error={errors.root} />
      </SettingsSection>
    </form>
  )
}
