import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { Button, Field, Input, Panel } from '@plinth/ui'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Controller, useForm } from 'react-hook-form'
import { api } from '#app/api/client.ts'
import { hasCode, messageOf } from '#app/api/errors.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { FormError } from '#app/lib/FormError.tsx'
import { ComputeSizeField } from './ComputeSizeField.tsx'
import { DatabasePasswordField } from './DatabasePasswordField.tsx'
import { FIELD_OF, type FormInput, type FormValues, Values, initialValues } from './form-values.ts'
import { OrganizationField } from './OrganizationField.tsx'
import { PlaceField } from './PlaceField.tsx'
import { VersionField } from './VersionField.tsx'

export function NewProjectForm({ slug }: { slug: string }) {
  const navigate = useNavigate()
  const { data: options } = useSuspenseQuery(api.versions.options.queryOptions({ input: { slug } }))
  const form = useForm<FormInput, unknown, FormValues>({
    resolver: standardSchemaResolver(Values),
    defaultValues: initialValues(options),
  })
  const { errors } = form.formState

  const create = useMutation(
    api.v1.projects.create.mutationOptions({
      onSuccess: async ({ ref }) => {
        void queryClient.invalidateQueries({ queryKey: api.projects.list.key() })
        void queryClient.invalidateQueries({ queryKey: api.v1.projects.key() })
        void queryClient.invalidateQueries({ queryKey: api.organizations.key() })
        await navigate({ to: '/project/$ref', params: { ref } })
      },
      onError: (error) => {
        for (const code of ['SIZE_UNAVAILABLE', 'VERSION_UNAVAILABLE'] as const)
          if (hasCode(error, code))
            return form.setError(FIELD_OF[code], { message: messageOf(error) })
        return showErrors(form, error)
      },
    }),
  )

  return (
    <form
      noValidate
      onSubmit={form.handleSubmit((values) =>
        create.mutate({ ...values, organization_slug: slug }),
      )}
    >
      <Panel
        note="Prices are those of a hosted platform: here they only compare the sizes, nobody is billed."
        footer={
          <>
            <Button asChild>
              <Link to="/org/$slug" params={{ slug }}>
                Cancel
              </Link>
            </Button>
            <Button type="submit" variant="primary" loading={create.isPending}>
              Create project
            </Button>
          </>
        }
      >
        <OrganizationField slug={slug} />
        <Field layout="row" label="Project name" error={errors.name?.message}>
          <Input {...form.register('name')} autoComplete="off" autoFocus />
        </Field>
        <Controller
          control={form.control}
          name="db_pass"
          render={({ field, fieldState }) => (
            <DatabasePasswordField {...field} error={fieldState.error?.message} />
          )}
        />
        <PlaceField
          regions={options.regions}
          value={{
            provider: form.watch('cloud_provider') ?? 'LOCAL',
            region: form.watch('region') ?? '',
          }}
          onChange={({ provider, region }) => {
            form.setValue('cloud_provider', provider)
            form.setValue('region', region)
          }}
        />
        <Controller
          control={form.control}
          name="desired_instance_size"
          render={({ field, fieldState }) => (
            <ComputeSizeField
              sizes={options.sizes}
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
        <Controller
          control={form.control}
          name="postgres_engine"
          render={({ field, fieldState }) => (
            <VersionField
              slug={slug}
              provider={form.watch('cloud_provider') ?? 'LOCAL'}
              region={form.watch('region') ?? ''}
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
        <FormError error={errors.root} />
      </Panel>
    </form>
  )
}
