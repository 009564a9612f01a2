import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { SignIn } from '@plinth/contract'
import { Alert, Button, Field, Input, PasswordInput } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#app/api/client.ts'
import { retryAfterSeconds } from '#app/api/errors.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { useStartSession } from '#app/api/use-start-session.ts'
import { SECOND, now } from '#app/lib/date.ts'
import { useNow } from '#app/lib/use-now.ts'

export function SignInForm({ next }: { next: string | undefined }) {
  const router = useRouter()
  const startSession = useStartSession()
  const [blockedUntil, setBlockedUntil] = useState(0)
  const form = useForm({
    resolver: standardSchemaResolver(SignIn),
    defaultValues: { email: '', password: '' },
  })
  const { errors } = form.formState

  const signIn = useMutation(
    api.auth.signIn.mutationOptions({
      onSuccess: (session) => {
        startSession(session)
        router.history.push(next ?? '/')
      },
      onError: (error) => {
        const wait = retryAfterSeconds(error)
        if (wait !== undefined) setBlockedUntil(now() + wait * SECOND)
        else showErrors(form, error)
        form.resetField('password')
        form.setFocus('password')
      },
    }),
  )

  const time = useNow(blockedUntil > 0)
  const waitSeconds = Math.max(0, Math.ceil((blockedUntil - time) / SECOND))
  const blocked =
    waitSeconds > 0
      ? `Too many attempts. Try again in ${waitSeconds} ${waitSeconds === 1 ? 'second' : 'seconds'}.`
      : undefined

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={form.handleSubmit((values) => signIn.mutate(values))}
    >
      {(blocked ?? errors.root) && <Alert tone="critical">{blocked ?? errors.root?.message}</Alert>}
      <Field label="E-mail address" error={errors.email?.message}>
        <Input
          {...form.register('email')}
          type="email"
          autoComplete="username"
          size="lg"
          autoFocus
        />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <PasswordInput {...form.register('password')} autoComplete="current-password" size="lg" />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        loading={signIn.isPending}
        disabledReason={blocked}
      >
        Sign in
      </Button>
    </form>
  )
}
