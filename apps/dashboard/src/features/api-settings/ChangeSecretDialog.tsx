import { MIN_JWT_SECRET_LENGTH, type Project } from '@plinth/contract'
import { Field, PasswordInput, SegmentedControl, TextConfirmDialog, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { fieldErrorsOf, messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { secretUpdateOptions } from './secret-update.ts'

const WAYS = [
  { value: 'generated', label: 'Generate one' },
  { value: 'typed', label: 'Use my own' },
] as const

/** Changes the secret, and says before which keys and tokens end with the old one. */
export default function ChangeSecretDialog({
  project,
  onClose,
}: {
  project: Project
  onClose: () => void
}) {
  const { ref, name } = project
  const [way, setWay] = useState<(typeof WAYS)[number]['value']>('generated')
  const [secret, setSecret] = useState('')
  const [problem, setProblem] = useState<string>()
  const change = useMutation(
    api.jwtSecret.update.mutationOptions({
      onSuccess: (begun) => {
        queryClient.setQueryData(secretUpdateOptions(ref).queryKey, begun)
        onClose()
      },
      onError: (error) => {
        const [refused] = fieldErrorsOf(error)['jwt_secret'] ?? []
        if (refused) setProblem(refused)
        else toast.error(`Failed to update JWT secret: ${messageOf(error)}`)
      },
    }),
  )
  function confirm() {
    const isTyped = way === 'typed'
    if (isTyped && secret.length < MIN_JWT_SECRET_LENGTH)
      setProblem(`Use at least ${MIN_JWT_SECRET_LENGTH} characters`)
    else change.mutate({ ref, ...(isTyped && { jwt_secret: secret }) })
  }
  return (
    <TextConfirmDialog
      open
      onOpenChange={onClose}
      title="Change the JWT secret"
      confirmString={name}
      confirmLabel="Change JWT secret"
      blockDeleteButton={false}
      loading={change.isPending}
      onConfirm={confirm}
      alert={{
        tone: 'critical',
        title: 'The anon and the service_role key are made anew, and the old ones are refused.',
        body: 'Everybody who is signed in has to sign in again. Publishable and secret keys stay valid.',
      }}
    >
      <div className="flex flex-col gap-4">
        <SegmentedControl
          aria-label="The new secret"
          className="self-start"
          options={WAYS}
          value={way}
          onChange={(next) => {
            setWay(next)
            setProblem(undefined)
          }}
        />
        {way === 'typed' && (
          <Field
            label="New JWT secret"
            hint={`At least ${MIN_JWT_SECRET_LENGTH} characters, best random ones.`}
            error={problem}
          >
            <PasswordInput
              value={secret}
              autoComplete="off"
              className="font-mono"
              onChange={({ target }) => {
                setSecret(target.value)
                setProblem(undefined)
              }}
            />
          </Field>
        )}
      </div>
    </TextConfirmDialog>
  )
}
