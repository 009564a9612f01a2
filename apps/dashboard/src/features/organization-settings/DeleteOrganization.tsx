import type { Organization } from '@plinth/contract'
import { Button, SettingsSection, TextConfirmDialog, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { queryClient } from '#app/api/query-client.ts'
import { sessionOptions, useMay } from '#app/api/session.ts'
import { count } from '#app/lib/count.ts'

export function DeleteOrganization({ organization }: { organization: Organization }) {
  const { slug, name, project_count } = organization
  const [isAsking, setAsking] = useState(false)
  const navigate = useNavigate()
  const mayDelete = useMay('organizations:delete', { organizationSlug: slug })
  const remove = useMutation(
    api.organizations.delete.mutationOptions({
      onSuccess: async () => {
        toast.success(`Successfully deleted ${name}`)
        await navigate({ to: '/organizations' })
        queryClient.removeQueries({ queryKey: api.organizations.view.key({ input: { slug } }) })
        await queryClient.invalidateQueries({ queryKey: api.organizations.key() })
        await queryClient.invalidateQueries({ queryKey: sessionOptions().queryKey })
      },
      onError: (error) => toast.error(`Failed to delete organization: ${messageOf(error)}`),
    }),
  )
  const disabledReason = !mayDelete
    ? 'You need additional permissions to delete this organization'
    : project_count > 0
      ? `It still holds ${count(project_count, 'project')}. Delete or transfer them first.`
      : undefined
  return (
    <SettingsSection title="Delete organization" tone="danger">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <p className="min-w-0 flex-1 basis-64 text-pretty text-muted">
          Its members lose access, and its audit log goes with it. This cannot be undone.
        </p>
        <Button variant="danger" disabledReason={disabledReason} onClick={() => setAsking(true)}>
          Delete organization
        </Button>
      </div>
      <TextConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Confirm deletion of ${name}`}
        confirmString={name}
        confirmLabel="Delete this organization"
        loading={remove.isPending}
        onConfirm={() => remove.mutate({ slug })}
        alert={{ tone: 'critical', title: 'This cannot be undone.' }}
      />
    </SettingsSection>
  )
}
