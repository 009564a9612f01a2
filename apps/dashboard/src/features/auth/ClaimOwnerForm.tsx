import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { ClaimOwner } from '@plinth/contract'
import { Alert, Button, Field, Input, PasswordInput } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { api } from '#app/api/client.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { useStartSession } from '#app/api/use-start-session.ts'
import { NewPasswordStrength } from '#app/lib/NewPasswordStrength.tsx'

export function ClaimOwnerForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const startSession = useStartSession()
  const form = useForm({
    resolver: standardSchemaResolver(ClaimOwner.omit({ token: true })),
    defaultValues: { name: '', email: '', password: '' },
  })
  const { errors } = form.formState
  const claim = useMutation(
    api.auth.claimOwner.mutationOptions({
      onSuccess: (session) => {
        startSession(session)
        void navigate({ to: '/', replace: true })
      },
      onError: (error) => showErrors(form, error),
    }),
  )
  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) => claim.mutate({ ...values, token }))}
    >
      {errors.root && <Alert tone="critical">{errors.root.message}</Alert>}
      <Field label="Your name" error={errors.name?.message}>
        <Input {...form.register('name')} autoComplete="name" size="lg" autoFocus />
      </Field>
      <Field label="E-mail address" hint="You sign in with it." error={errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="username" size="lg" />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput {...form.register('password')} autoComplete="new-password" size="lg" />
        <NewPasswordStrength password={form.watch('password')} atLeast={10} />
      </Field>
      <Button type="submit" variant="primary" size="lg" loading={claim.isPending}>
        Create account
      </Button>
    </form>
  )
}
