import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { Project } from '@plinth/contract'
import {
  Alert,
  Button,
  CopyButton,
  Dialog,
  DialogFooter,
  Field,
  PasswordInput,
  toast,
} from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { Sparkles } from 'lucide-react'
import { useForm } from 'react-hook-form'
import { api } from '#app/api/client.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { NewPasswordStrength } from '#app/lib/NewPasswordStrength.tsx'
import { generatePassword } from '#app/lib/password.ts'
import { DatabasePassword } from './database-password.ts'

/** Sets the password that is typed or made here, where it can be copied while it is still known. */
export default function ResetPasswordDialog({
  project,
  onClose,
}: {
  project: Project
  onClose: () => void
}) {
  const { ref } = project
  const form = useForm({
    resolver: standardSchemaResolver(DatabasePassword),
    defaultValues: { password: '' },
  })
  const { errors } = form.formState
  const password = form.watch('password')
  const reset = useMutation(
    api.power.resetDatabasePassword.mutationOptions({
      onSuccess: () => {
        toast.success('The database has its new password')
        onClose()
      },
      onError: (error) => showErrors(form, error),
    }),
  )
  const generate = () =>
    form.setValue('password', generatePassword(), { shouldDirty: true, shouldValidate: true })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={reset.isPending}
      title="Reset database password"
      description="Everything that connects with the present password has to be told the new one."
    >
      <form
        noValidate
        className="-mb-5 flex flex-col gap-4"
        onSubmit={form.handleSubmit((values) => reset.mutate({ ref, ...values }))}
      >
        <Field label="New password" error={errors.password?.message}>
          <div className="flex items-center gap-1.5">
            <div className="min-w-0 flex-1">
              <PasswordInput
                {...form.register('password')}
                autoComplete="new-password"
                className="font-mono"
                autoFocus
              />
            </div>
            <CopyButton
              value={password}
              label="Copy the password"
              iconOnly
              variant="secondary"
              disabledReason={password ? undefined : 'There is no password yet'}
            />
          </div>
          <Button className="self-start" icon={<Sparkles aria-hidden />} onClick={generate}>
            Generate
          </Button>
          <NewPasswordStrength password={password} atLeast={12} />
        </Field>
        {errors.root && <Alert tone="critical">{errors.root.message}</Alert>}
        <DialogFooter className="-mx-5">
          <Button onClick={onClose} disabled={reset.isPending}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" loading={reset.isPending}>
            Reset password
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
