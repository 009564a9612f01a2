import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import {
  AUTO_GROW_AT,
  DISK_GROWTH,
  DiskConfig,
  type DiskConfigView,
  type Project,
} from '@plinth/contract'
import { Field, Input, SettingsSection, toast } from '@plinth/ui'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { api } from '#app/api/client.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { SaveButtons } from '#app/lib/SaveButtons.tsx'
import { FormError } from '#app/lib/FormError.tsx'

type GrowthField = keyof DiskConfig

const FIELDS = [
  ['growth_percent', 'Grow by', '%'],
  ['min_increment_gb', 'At least', 'GB'],
  ['max_size_gb', 'Up to', 'GB'],
] as const satisfies readonly (readonly [GrowthField, string, string])[]

const savedOf = ({
  growth_percent,
  min_increment_gb,
  max_size_gb,
}: DiskConfigView): DiskConfig => ({
  growth_percent,
  min_increment_gb,
  max_size_gb,
})

/** How the disk grows by itself; a field left empty follows the default. */
export function GrowthForm({
  project,
  refusal,
}: {
  project: Project
  refusal: string | undefined
}) {
  const { ref } = project
  const options = api.disk.viewConfig.queryOptions({ input: { ref } })
  const { data: config } = useSuspenseQuery(options)
  const form = useForm({
    resolver: standardSchemaResolver(DiskConfig),
    defaultValues: savedOf(config),
  })
  const { errors, isDirty } = form.formState
  const save = useMutation(
    api.disk.updateConfig.mutationOptions({
      onSuccess: (saved) => {
        queryClient.setQueryData(options.queryKey, saved)
        form.reset(savedOf(saved))
        toast.success('Saved how the disk grows')
      },
      onError: (error) => showErrors(form, error),
    }),
  )
  const { grows_automatically: grows, next_size_gb: nextGb } = config
  return (
    <form noValidate onSubmit={form.handleSubmit((values) => save.mutate({ ref, ...values }))}>
      <SettingsSection
        title="Disk growth"
        description={`At ${AUTO_GROW_AT} % the disk becomes larger by itself, at most once in six hours.`}
        note={
          refusal ??
          (grows
            ? nextGb === null
              ? 'It has no room to grow: it is as large as it may become.'
              : `The next time it would grow to ${nextGb.toLocaleString('en')} GB.`
            : 'On the free plan the disk grows once this was saved.')
        }
        footer={
          <SaveButtons
            isDirty={isDirty}
            onCancel={() => form.reset()}
            isSaving={save.isPending}
            refusal={refusal}
            canSaveUnchanged={!grows}
          />
        }
      >
        {FIELDS.map(([name, label, unit]) => (
          <Field key={name} layout="row" label={label} error={errors[name]?.message}>
            <Input
              type="number"
              inputMode="numeric"
              suffix={unit}
              disabled={refusal !== undefined}
              placeholder={`${DISK_GROWTH[name].toLocaleString('en')}, by default`}
              {...form.register(name, {
                setValueAs: (text: string | number | null) =>
                  text === '' || text === null ? null : Number(text),
              })}
            />
          </Field>
        ))}
        <FormError error={errors.root} />
      </SettingsSection>
    </form>
  )
}
