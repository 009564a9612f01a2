import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { DisplayName, type Project } from '@plinth/contract'
import { Field, Input, SettingsSection, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#app/api/client.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { projectOptions, refreshProject } from '#app/api/project.ts'
import { queryClient } from '#app/api/query-client.ts'
import { useMay } from '#app/api/session.ts'
import { SaveButtons } from '#app/lib/SaveButtons.tsx'

export function RenameForm({ project }: { project: Project }) {
  const { ref, organization_slug: organizationSlug } = project
  const mayUpdate = useMay('projects:update', { organizationSlug, projectRef: ref })
  const refusal = mayUpdate ? undefined : 'You need additional permissions to rename this project'
  const form = useForm({
    resolver: standardSchemaResolver(z.object({ name: DisplayName })),
    defaultValues: { name: project.name },
  })
  const { errors, isDirty } = form.formState
  const rename = useMutation(
    api.projects.rename.mutationOptions({
      onSuccess: async (saved) => {
        queryClient.setQueryData(projectOptions(ref).queryKey, saved)
        form.reset({ name: saved.name })
        toast.success('Renamed the project')
        await refreshProject(ref)
      },
      onError: (error) => showErrors(form, error),
    }),
  )
  return (
    <form noValidate onSubmit={form.handleSubmit(({ name }) => rename.mutate({ ref, name }))}>
      <SettingsSection
        title="Name"
        footer={
          <SaveButtons
            isDirty={isDirty}
            onCancel={() => form.reset()}
            isSaving={rename.isPending}
            refusal={refusal}
          />
        }
      >
        <Field
          layout="row"
          label="Project name"
          error={errors.name?.message ?? errors.root?.message}
          disabledReason={refusal}
        >
          <Input {...form.register('name')} autoComplete="off" />
        </Field>
      </SettingsSection>
    </form>
  )
}
