import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { DisplayName } from '@plinth/contract'
import { Field, Input, PageHeader, SettingsSection, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#app/api/client.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { sessionOptions, useSession } from '#app/api/session.ts'
import { SaveButtons } from '#app/lib/SaveButtons.tsx'
import { FormError } from '#app/lib/FormError.tsx'
import { ThemeChoice } from './ThemeChoice.tsx'

export const ProfilePage = () => (
  <>
    <PageHeader title="Profile" description="How you appear to the people you work with." />
    <ProfileForm />
    <ThemeChoice />
  </>
)

function ProfileForm() {
  const { user } = useSession()
  const form = useForm({
    resolver: standardSchemaResolver(z.object({ name: DisplayName })),
    defaultValues: { name: user.name },
  })
  const { errors, isDirty } = form.formState
  const update = useMutation(
    api.auth.updateProfile.mutationOptions({
      onSuccess: async (session) => {
        queryClient.setQueryData(sessionOptions().queryKey, session)
        form.reset({ name: session.user.name })
        toast.success('Saved your name')
        await queryClient.invalidateQueries({ queryKey: api.members.key() })
      },
      onError: (error) => showErrors(form, error),
    }),
  )
  return (
    <form noValidate onSubmit={form.handleSubmit((values) => update.mutate(values))}>
      <SettingsSection
        title="You"
        footer={
          <SaveButtons
            isDirty={isDirty}
            onCancel={() => form.reset()}
            isSaving={update.isPending}
          />
        }
      >
        <Field layout="row" label="Name" error={errors.name?.message}>
          <Input {...form.register('name')} autoComplete="name" />
        </Field>
        <Field layout="row" label="E-mail address" hint="You sign in with it.">
          <Input value={user.email} readOnly type="email" />
        </Field>
        <FormError error={errors.root} />
      </SettingsSection>
    </form>
  )
}
