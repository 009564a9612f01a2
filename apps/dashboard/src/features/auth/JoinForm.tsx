import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { DisplayName, Password } from '@plinth/contract'
import { Alert, Button, Field, Input, PasswordInput } from '@plinth/ui'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { showErrors } from '#app/api/form-errors.ts'
import { NewPasswordStrength } from '#app/lib/NewPasswordStrength.tsx'
import { useAccept } from './use-accept.ts'

const NewAccount = z.object({ name: DisplayName, password: Password })

/** For somebody without an account: a name and a password make one. */
export function JoinForm({
  token,
  invitation,
}: {
  token: string
  invitation: { email: string; organization_slug: string }
}) {
  const form = useForm({
    resolver: standardSchemaResolver(NewAccount),
    defaultValues: { name: '', password: '' },
  })
  const { errors } = form.formState
  const accept = useAccept(invitation.organization_slug, (error) => showErrors(form, error))
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) => accept.mutate({ ...values, token }))}
    >
      {errors.root && <Alert tone="critical">{errors.root.message}</Alert>}
      <Field label="E-mail address">
        {/* password managers file the new password under it */}
        <Input value={invitation.email} readOnly type="email" autoComplete="username" size="lg" />
      </Field>
      <Field label="Your name" error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="name" size="lg" autoFocus />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput {...form.register('password')} autoComplete="new-password" size="lg" />
        <NewPasswordStrength password={form.watch('password')} atLeast={10} />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={accept.isPending}>
        Create account and join
      </Button>
    </form>
  )
}
