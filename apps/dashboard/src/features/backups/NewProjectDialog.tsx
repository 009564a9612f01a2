import { DisplayName, type Project } from '@plinth/contract'
import { Alert, Button, Dialog, DialogFooter, Field, Input, toast } from '@plinth/ui'
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { api } from '#app/api/client.ts'
import { showErrors } from '#app/api/form-errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { useMay } from '#app/api/session.ts'

/** What to copy: a backup, or a second of the past. */
export type Source = { readonly id: string } | { readonly recovery_time_target_unix: number }

/** A project beside this one, with the data of a backup or of a moment; this one is not touched. */
export default function NewProjectDialog({
  project,
  source,
  from,
  onClose,
}: {
  project: Project
  source: Source
  /** Completes 'with the data of'. */
  from: string
  onClose: () => void
}) {
  const { ref, organization_slug: organizationSlug } = project
  const navigate = useNavigate()
  const mayCreate = useMay('projects:create', { organizationSlug })
  const form = useForm({
    resolver: standardSchemaResolver(z.object({ name: DisplayName })),
    defaultValues: { name: `${project.name} restored`.slice(0, 64) },
  })
  const { errors } = form.formState
  const create = useMutation(
    api.backups.restoreToNewProject.mutationOptions({
      onSuccess: async (made) => {
        toast.success(`${made.name} is being made`)
        void queryClient.invalidateQueries({ queryKey: api.projects.list.key() })
        void queryClient.invalidateQueries({ queryKey: api.v1.projects.key() })
        await navigate({ to: '/project/$ref', params: { ref: made.ref } })
      },
      onError: (error) => showErrors(form, error),
    }),
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      locked={create.isPending}
      title="Restore to a new project"
      description={`A project of the same size, disk, version and connection rules in this organization, with the data of ${from}. ${project.name} goes on as it is.`}
    >
      <form
        noValidate
        className="-mb-5 flex flex-col gap-4"
        onSubmit={form.handleSubmit(({ name }) => create.mutate({ ref, name, ...source }))}
      >
        <Field
          label="Name of the new project"
          hint="It has keys and a database password of its own, to be set in its settings."
          error={errors.name?.message}
        >
          <Input {...form.register('name')} autoComplete="off" autoFocus />
        </Field>
        {errors.root && <Alert tone="critical">{errors.root.message}</Alert>}
        <DialogFooter className="-mx-5">
          <Button onClick={onClose} disabled={create.isPending}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={create.isPending}
            disabledReason={
              mayCreate ? undefined : 'You need additional permissions to create projects'
            }
          >
            Create project
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
