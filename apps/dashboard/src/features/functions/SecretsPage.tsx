import type { FunctionSecret, Project } from '@plinth/contract'
import {
  Button,
  Card,
  ConfirmDialog,
  EmptyState,
  PageHeader,
  Table,
  type TableColumn,
  toast,
} from '@plinth/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { Loaded } from '#app/api/Loaded.tsx'
import { queryClient } from '#app/api/query-client.ts'
import { useProjectMay } from '#app/api/session.ts'
import { When } from '#app/lib/When.tsx'
import { SetSecretsDialog } from './SetSecretsDialog.tsx'

const REFUSAL = 'You need additional permissions to change secrets'

/** What every function of the project finds in its environment. */
export function SecretsPage({ project }: { project: Project }) {
  const { ref } = project
  const mayWrite = useProjectMay('secrets:write', project)
  const secrets = useQuery(api.functionSecrets.list.queryOptions({ input: { ref } }))
  const [isSetting, setSetting] = useState(false)
  const [deleting, setDeleting] = useState<FunctionSecret>()
  const add = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      disabledReason={mayWrite ? undefined : REFUSAL}
      onClick={() => setSetting(true)}
    >
      Set secrets
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Secrets"
        description="Every edge function reads them with Deno.env.get. They can be set and replaced, never read back."
        actions={secrets.data && secrets.data.length > 0 && add}
      />
      <Loaded query={secrets} failure="Failed to retrieve secrets">
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={<KeyRound aria-hidden />} title="No secrets yet" action={add}>
              PLINTH_URL, PLINTH_ANON_KEY, PLINTH_SERVICE_ROLE_KEY and PLINTH_DB_URL are there
              without you doing anything.
            </EmptyState>
          ) : (
            <Card>
              <Table
                aria-label="Secrets"
                columns={columnsFor(mayWrite, setDeleting)}
                rows={all}
                rowKey={({ name }) => name}
              />
            </Card>
          )
        }
      </Loaded>
      {isSetting && <SetSecretsDialog project={project} onClose={() => setSetting(false)} />}
      {deleting && (
        <DeleteSecret project={project} secret={deleting} onClose={() => setDeleting(undefined)} />
      )}
    </>
  )
}

const columnsFor = (
  mayWrite: boolean,
  onDelete: (secret: FunctionSecret) => void,
): readonly TableColumn<FunctionSecret>[] => [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ name }) => <code className="font-mono text-xs break-all">{name}</code>,
  },
  {
    key: 'digest',
    header: 'Digest',
    hideBelow: 'sm',
    cell: ({ digest }) => (
      <code className="font-mono text-xs text-muted">{digest.slice(0, 12)}…</code>
    ),
  },
  {
    key: 'updated',
    header: 'Set',
    className: 'whitespace-nowrap',
    cell: ({ updated_at: updatedAt }) => <When date={updatedAt} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (secret) => (
      <Button
        size="sm"
        aria-label={`Delete ${secret.name}`}
        disabledReason={mayWrite ? undefined : REFUSAL}
        onClick={() => onDelete(secret)}
      >
        Delete
      </Button>
    ),
  },
]

type DeleteProps = { project: Project; secret: FunctionSecret; onClose: () => void }

function DeleteSecret({ project, secret: { name }, onClose }: DeleteProps) {
  const remove = useMutation(
    api.functionSecrets.delete.mutationOptions({
      onSuccess: async () => {
        toast.success(`Deleted ${name}`)
        await queryClient.invalidateQueries({ queryKey: api.functionSecrets.key() })
      },
      onError: (error) => toast.error(`Failed to delete the secret: ${messageOf(error)}`),
      onSettled: onClose,
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${name}`}
      description="Functions begin anew without it. Those that need it fail from then on."
      confirmLabel="Delete secret"
      variant="danger"
      loading={remove.isPending}
      onConfirm={() => remove.mutate({ ref: project.ref, names: [name] })}
    />
  )
}
