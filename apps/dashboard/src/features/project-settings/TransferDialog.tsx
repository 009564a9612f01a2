import { may, type Organization, type Project } from '@plinth/contract'
import { Alert, ConfirmDialog, Field, Select, Skeleton, toast } from '@plinth/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { organizationsOptions, useOrganization } from '#app/api/organization.ts'
import { projectOptions } from '#app/api/project.ts'
import { QueryError } from '#app/api/QueryError.tsx'
import { queryClient } from '#app/api/query-client.ts'
import { useSession } from '#app/api/session.ts'
import { transferChanges } from './transfer-changes.ts'

/** Where to, what changes by it, and then the question. */
export default function TransferDialog({
  project,
  onClose,
}: {
  project: Project
  onClose: () => void
}) {
  const { ref, name } = project
  const from = useOrganization(project.organization_slug)
  const query = useQuery(organizationsOptions())
  const others = query.data?.filter(({ slug }) => slug !== from.slug)
  const [slug, setSlug] = useState<string>()
  const to = others?.find((each) => each.slug === slug)
  const transfer = useMutation(
    api.power.transfer.mutationOptions({
      onSuccess: async (moved) => {
        // its new organization is loaded by then: the page around this one reads it
        await queryClient.ensureQueryData(
          api.organizations.view.queryOptions({ input: { slug: moved.organization_slug } }),
        )
        queryClient.setQueryData(projectOptions(ref).queryKey, moved)
        onClose()
        toast.success(`Transferred ${name} to ${to?.name ?? moved.organization_slug}`)
        await queryClient.invalidateQueries({ queryKey: api.organizations.key() })
        await queryClient.invalidateQueries({ queryKey: api.projects.key() })
      },
      onError: (error) => toast.error(`Failed to transfer project: ${messageOf(error)}`),
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Transfer ${name}`}
      confirmLabel="Transfer project"
      loading={transfer.isPending}
      disabledReason={to ? undefined : 'Choose an organization first'}
      onConfirm={() => {
        if (to) transfer.mutate({ ref, target_organization_slug: to.slug })
      }}
    >
      <div className="flex flex-col gap-4">
        {!others ? (
          query.error ? (
            <QueryError title="Your organizations could not be loaded" query={query} />
          ) : (
            <Skeleton className="h-14" />
          )
        ) : others.length === 0 ? (
          <Alert>
            You are in no other organization. Make one, or be invited to one, to transfer the
            project there.
          </Alert>
        ) : (
          <TargetField organizations={others} value={slug} onChange={setSlug} />
        )}
        {to && <Changes from={from} to={to} />}
      </div>
    </ConfirmDialog>
  )
}

function TargetField({
  organizations,
  value,
  onChange,
}: {
  organizations: readonly Organization[]
  value: string | undefined
  onChange: (slug: string) => void
}) {
  const { grants, scopes } = useSession()
  const mayCreateIn = (organizationSlug: string) =>
    may({ grants, scopes: scopes ?? undefined }, 'projects:create', { organizationSlug })
  return (
    <Field label="Organization">
      <Select
        value={value}
        onChange={onChange}
        placeholder="Choose an organization…"
        options={organizations.map(({ slug, name, plan }) => ({
          value: slug,
          label: name,
          description: mayCreateIn(slug) ? plan.name : 'You may not create projects there',
          disabled: !mayCreateIn(slug),
        }))}
      />
    </Field>
  )
}

const Changes = ({ from, to }: { from: Organization; to: Organization }) => (
  <div className="text-sm">
    <p className="font-medium">What changes</p>
    <ul className="mt-1 list-disc pl-5 text-pretty text-muted">
      {transferChanges(from, to).map((change) => (
        <li key={change}>{change}</li>
      ))}
    </ul>
    <p className="mt-3 font-medium">What stays</p>
    <p className="text-pretty text-muted">
      The reference, the address, the keys, the database and its backups. Nothing is stopped.
    </p>
  </div>
)
