import { type Project, REST_MAX_ROWS, type RestConfig } from '@plinth/contract'
import { Field, Input, SettingsSection, toast } from '@plinth/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '#app/api/client.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { PendingSection } from '#app/api/PendingSection.tsx'
import { queryClient } from '#app/api/query-client.ts'
import { useProjectMay } from '#app/api/session.ts'
import { SaveButtons } from '#app/lib/SaveButtons.tsx'
import { FormError } from '#app/lib/FormError.tsx'

/** What the data API shows of the database; changes take hold without an interruption. */
export function DataApiSection({ project }: { project: Project }) {
  const options = api.restConfig.view.queryOptions({ input: { ref: project.ref } })
  const query = useQuery(options)
  const { data } = query
  // begun anew where somebody else has saved other settings
  if (data) return <DataApiForm key={JSON.stringify(data)} project={project} config={data} />
  return (
    <PendingSection
      title="Data API settings"
      query={query}
      failure="Failed to retrieve configuration"
    />
  )
}

function DataApiForm({ project, config }: { project: Project; config: RestConfig }) {
  const { ref } = project
  const mayWrite = useProjectMay('settings:write', project)
  const refusal = mayWrite ? undefined : 'You need additional permissions to change API settings'
  const form = useForm({
    defaultValues: {
      db_schema: config.db_schema,
      db_extra_search_path: config.db_extra_search_path,
      max_rows: String(config.max_rows),
      db_pool: config.db_pool === null ? '' : String(config.db_pool),
    },
  })
  const { errors, isDirty } = form.formState
  const update = useMutation(
    api.restConfig.update.mutationOptions({
      onSuccess: (saved) => {
        queryClient.setQueryData(
          api.restConfig.view.queryOptions({ input: { ref } }).queryKey,
          saved,
        )
        toast.success('The data API has its new settings')
      },
      onError: (error) => showErrors(form, error),
    }),
  )
  const save = form.handleSubmit((values) =>
    update.mutate({
      ref,
      db_schema: values.db_schema,
      db_extra_search_path: values.db_extra_search_path,
      max_rows: Number(values.max_rows),
      db_pool: values.db_pool.trim() === '' ? null : Number(values.db_pool),
    }),
  )
  const wholeNumber = (text: string) =>
    text.trim() === '' || /^\d+$/.test(text.trim()) || 'Enter a whole number'
  return (
    <form noValidate onSubmit={save}>
      <SettingsSection
        title="Data API settings"
        note="Taken over at once: running requests are answered as before."
        footer={
          <SaveButtons
            isDirty={isDirty}
            onCancel={() => form.reset()}
            isSaving={update.isPending}
            refusal={refusal}
          />
        }
      >
        <Field
          layout="row"
          label="Exposed schemas"
          hint="Separated by commas. The first is meant where a request names none."
          error={errors.db_schema?.message}
          disabledReason={refusal}
        >
          <Input {...form.register('db_schema')} mono autoComplete="off" spellCheck={false} />
        </Field>
        <Field
          layout="row"
          label="Extra search path"
          hint="Where names are looked up besides, such as the functions of extensions."
          error={errors.db_extra_search_path?.message}
          disabledReason={refusal}
        >
          <Input
            {...form.register('db_extra_search_path')}
            mono
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Field
          layout="row"
          label="Max rows"
          hint={`The most one answer holds, up to ${REST_MAX_ROWS.max.toLocaleString('en')}.`}
          error={errors.max_rows?.message}
          disabledReason={refusal}
        >
          <Input
            {...form.register('max_rows', {
              required: 'Enter a whole number',
              validate: wholeNumber,
            })}
            inputMode="numeric"
            autoComplete="off"
          />
        </Field>
        <Field
          layout="row"
          label="Pool size"
          hint="Connections it holds to the database. Left empty it follows the compute size."
          error={errors.db_pool?.message}
          disabledReason={refusal}
        >
          <Input
            {...form.register('db_pool', { validate: wholeNumber })}
            inputMode="numeric"
            autoComplete="off"
            placeholder="Automatic"
          />
        </Field>
        <FormError error={errors.root} />
      </SettingsSection>
    </form>
  )
}
