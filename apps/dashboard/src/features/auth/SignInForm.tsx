import { Alert, Button, Field, Input, PasswordInput } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { type SubmitEvent, useRef, useState } from 'react'
import { api } from '#app/api/client.ts'
import { fieldErrorsOf, messageOf, retryAfterSeconds } from '#app/api/errors.ts'
import { useStartSession } from '#app/api/use-start-session.ts'
import { SECOND, countingSeconds, now } from '#app/lib/time.ts'
import { useNow } from '#app/lib/use-now.ts'

type Errors = { email?: string | undefined; password?: string | undefined }

const EMPTY = { email: 'Enter your e-mail address', password: 'Enter your password' }

/**
 * The one form without the form library and the schemas: a third of what a stranger's first page
 * would weigh. It asks for two values, and whether they are right only the platform knows.
 */
export function SignInForm({ next }: { next: string | undefined }) {
  const router = useRouter()
  const startSession = useStartSession()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)
  const [blockedUntil, setBlockedUntil] = useState(0)
  const passwordInput = useRef<HTMLInputElement>(null)

  const signIn = useMutation(
    api.auth.signIn.mutationOptions({
      onSuccess: (session) => {
        startSession(session)
        router.history.push(next ?? '/')
      },
      onError: (error) => {
        const wait = retryAfterSeconds(error)
        if (wait !== undefined) setBlockedUntil(now() + wait * SECOND)
        setPassword('')
        setChecked(false)
      },
    }),
  )

  const waitMs = blockedUntil - useNow(blockedUntil > 0)
  const blocked =
    waitMs > 0 ? `Too many attempts. Try again in ${countingSeconds(waitMs)}.` : undefined
  const missing: Errors = isChecked
    ? { email: email ? undefined : EMPTY.email, password: password ? undefined : EMPTY.password }
    : {}
  const refused = fieldErrorsOf(signIn.error)
  const isAboutFields = Object.keys(refused).length > 0
  const failure = blocked ?? (signIn.error && !isAboutFields ? messageOf(signIn.error) : undefined)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setChecked(true)
    if (!email || !password || blocked) return
    signIn.mutate({ email, password }, { onError: () => passwordInput.current?.focus() })
  }

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={submit}>
      {failure && <Alert tone="critical">{failure}</Alert>}
      <Field label="E-mail address" error={missing.email ?? refused['email']?.join('. ')}>
        <Input
          value={email}
          onChange={(event) => setEmail(event.target.value)}
          name="email"
          type="email"
          autoComplete="username"
          size="lg"
          autoFocus
        />
      </Field>
      <Field label="Password" error={missing.password ?? refused['password']?.join('. ')}>
        <PasswordInput
          ref={passwordInput}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          name="password"
          autoComplete="current-password"
          size="lg"
        />
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
