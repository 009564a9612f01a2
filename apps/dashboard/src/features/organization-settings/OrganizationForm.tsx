import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { DisplayName, EmailAddress, type Organization } from '@plinth/contract'
import { CopyField, Field, Input, SettingsSection, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#app/api/client.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { organizationOptions, organizationsOptions } from '#app/api/organization.ts'
import { queryClient } from '#app/api/query-client.ts'
import { useMay } from '#app/api/session.ts'
import { SaveButtons } from '#app/lib/SaveButtons.tsx'
import { FormError } from '#app/lib/FormError.tsx'

const Values = z.object({ name: DisplayName, billing_email: EmailAddress.or(z.literal('')) })

/** Puts the changed organization where it is cached, without asking again (spec §4). */
function patchCaches(organization: Organization) {
  queryClient.setQueryData(organizationOptions(organization.slug).queryKey, organization)
  queryClient.setQueryData(organizationsOptions().queryKey, (all) =>
    all?.map((each) => (each.slug === organization.slug ? organization : each)),
  )
}

const valuesOf = ({ name, billing_email }: Organization) => ({
  name,
  billing_email: billing_email ?? '',
})

export function OrganizationForm({ organization }: { organization: Organization }) {
  const { slug } = organization
  const mayUpdate = useMay('organizations:update', { organizationSlug: slug })
  const refusal = mayUpdate
    ? undefined
    : 'You do not have the required permissions to update this organization'
  const form = useForm({
    resolver: standardSchemaResolver(Values),
    defaultValues: valuesOf(organization),
  })
  const { errors, isDirty } = form.formState
  const update = useMutation(
    api.organizations.update.mutationOptions({
      onSuccess: (saved) => {
        patchCaches(saved)
        form.reset(valuesOf(saved))
        toast.success('Successfully updated the organization')
      },
      onError: (error) => showErrors(form, error),
    }),
  )
  return (
    <form
      noValidate
      onSubmit={form.handleSubmit(({ name, billing_email }) =>
        // only what is filled in is sent (spec §5)
        update.mutate({ slug, name, ...(billing_email && { billing_email }) }),
      )}
    >
      <SettingsSection
        title="Organization"
        footer={
          <SaveButtons
            isDirty={isDirty}
            onCancel={() => form.reset()}
            isSaving={update.isPending}
            refusal={refusal}
          />
        }
      >
        <Field layout="row" label="Name" error={errors.name?.message} disabledReason={refusal}>
          <Input {...form.register('name')} autoComplete="organization" />
        </Field>
        <Field layout="row" label="Slug" hint="Part of its addresses; it cannot be changed.">
          <CopyField value={slug} />
        </Field>
        <Field
          layout="row"
          label="Billing e-mail"
          optional
          error={errors.billing_email?.message}
          disabledReason={refusal}
        >
          <Input {...form.register('billing_email')} type="email" autoComplete="email" />
        </Field>
        <FormError error={errors.root} />
      </SettingsSection>
    </form>
  )
}
