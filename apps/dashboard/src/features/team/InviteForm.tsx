import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { EmailAddress, type Invitation } from '@plinth/contract'
import { Alert, Button, DialogFooter, Field, Input } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#app/api/client.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { RoleFields } from './RoleFields.tsx'
import { type RoleChoice, problemWith } from './roles.ts'

export type Invited = Invitation & { url: string }

export function InviteForm({
  slug,
  onInvited,
  onClose,
}: {
  slug: string
  onInvited: (invited: Invited) => void
  onClose: () => void
}) {
  const [choice, setChoice] = useState<RoleChoice>({ role: 'developer', project_refs: null })
  const problem = problemWith(choice)
  const form = useForm({
    resolver: standardSchemaResolver(z.object({ email: EmailAddress })),
    defaultValues: { email: '' },
  })
  const { errors, isSubmitted } = form.formState
  const invite = useMutation(
    api.invitations.create.mutationOptions({
      onSuccess: async (invited) => {
        onInvited(invited)
        await queryClient.invalidateQueries({ queryKey: api.invitations.key() })
      },
      onError: (error) => showErrors(form, error),
    }),
  )
  return (
    <form
      noValidate
      className="-mb-5 flex flex-col gap-4"
      onSubmit={form.handleSubmit(({ email }) => {
        if (!problem) invite.mutate({ slug, email, ...choice })
      })}
    >
      <Field label="E-mail address" error={errors.email?.message}>
        <Input {...form.register('email')} type="email" autoComplete="off" autoFocus />
      </Field>
      <RoleFields
        slug={slug}
        value={choice}
        onChange={setChoice}
        error={isSubmitted ? problem : undefined}
      />
      {errors.root && <Alert tone="critical">{errors.root.message}</Alert>}
      {/* in sight however long the form is */}
      <DialogFooter className="-mx-5">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" loading={invite.isPending}>
          Make invitation
        </Button>
      </DialogFooter>
    </form>
  )
}
