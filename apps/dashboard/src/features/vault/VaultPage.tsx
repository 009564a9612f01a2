import type { Project, VaultSecret } from '@plinth/contract'
import {
  Button,
  Card,
  DropdownMenu,
  EmptyState,
  IconButton,
  PageHeader,
  SearchInput,
  Table,
  type TableColumn,
} from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { MoreHorizontal, Plus, Vault } from 'lucide-react'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { Loaded } from '#app/api/Loaded.tsx'
import { useProjectMay } from '#app/api/session.ts'
import { When } from '#app/lib/When.tsx'
import { DeleteSecretDialog } from './DeleteSecretDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'
import { SecretText } from './SecretText.tsx'

/** What a dialog is open for. */
type Asking =
  | { readonly what: 'create' }
  | { readonly what: 'edit' | 'delete'; readonly secret: VaultSecret }

const REFUSAL = 'You need additional permissions to change the vault'

/** Secrets that SQL can read and that no table shows: sealed where they lie. */
export function VaultPage({ project }: { project: Project }) {
  const { ref } = project
  const mayWrite = useProjectMay('vault:write', project)
  const secrets = useQuery(api.vault.list.queryOptions({ input: { ref } }))
  const [search, setSearch] = useState('')
  const [asking, setAsking] = useState<Asking>()
  const close = () => setAsking(undefined)
  const create = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      disabledReason={mayWrite ? undefined : REFUSAL}
      onClick={() => setAsking({ what: 'create' })}
    >
      New secret
    </Button>
  )
  const columns = columnsFor({ project, mayWrite, onAsk: setAsking })
  return (
    <>
      <PageHeader
        title="Vault"
        description="Secrets for your SQL: sealed in the table and in dumps of it, read through vault.decrypted_secrets."
        actions={secrets.data && secrets.data.length > 0 && create}
      />
      <Loaded query={secrets} failure="Failed to retrieve the vault">
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={<Vault aria-hidden />} title="The vault is empty" action={create}>
              Keep a webhook’s token or a password here, and your functions and triggers read it by
              name.
            </EmptyState>
          ) : (
            <div className="flex flex-col gap-3">
              <SearchInput
                value={search}
                onChange={setSearch}
                aria-label="Search by name or description"
                placeholder="Search by name or description"
              />
              <Card>
                <Table
                  aria-label="Secrets"
                  columns={columns}
                  rows={matching(all, search)}
                  rowKey={({ id, updated_at: updatedAt }) => `${id} ${updatedAt}`}
                  empty="No secret is called that"
                />
              </Card>
            </div>
          )
        }
      </Loaded>
      {asking?.what === 'create' && <SecretDialog project={project} onClose={close} />}
      {asking?.what === 'edit' && (
        <SecretDialog project={project} secret={asking.secret} onClose={close} />
      )}
      {asking?.what === 'delete' && (
        <DeleteSecretDialog project={project} secret={asking.secret} onClose={close} />
      )}
    </>
  )
}

function matching(secrets: readonly VaultSecret[], search: string) {
  const words = search.trim().toLowerCase()
  return secrets.filter(({ name, description }) =>
    `${name ?? ''}\n${description}`.toLowerCase().includes(words),
  )
}

type Columns = {
  readonly project: Project
  readonly mayWrite: boolean
  readonly onAsk: (asking: Asking) => void
}

const columnsFor = ({ project, mayWrite, onAsk }: Columns): readonly TableColumn<VaultSecret>[] => [
  {
    key: 'secret',
    header: 'Secret',
    rowHeader: true,
    cell: (secret) => (
      <span className="flex flex-col items-start gap-1">
        <span className="font-medium wrap-anywhere">
          {secret.name ?? `Unnamed, ${secret.id.slice(0, 8)}`}
        </span>
        {secret.description && (
          <span className="text-xs text-pretty wrap-anywhere text-muted">{secret.description}</span>
        )}
        <SecretText project={project} secret={secret} />
      </span>
    ),
  },
  {
    key: 'updated',
    header: 'Changed',
    hideBelow: 'sm',
    className: 'whitespace-nowrap',
    cell: ({ updated_at: updatedAt }) => <When date={updatedAt} />,
  },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (secret) => (
      <DropdownMenu
        trigger={
          <IconButton
            size="sm"
            variant="ghost"
            label={`Actions for ${secret.name ?? secret.id}`}
            disabledReason={mayWrite ? undefined : REFUSAL}
            icon={<MoreHorizontal aria-hidden />}
          />
        }
        items={[
          { label: 'Change', onSelect: () => onAsk({ what: 'edit', secret }) },
          'separator',
          { label: 'Delete', tone: 'danger', onSelect: () => onAsk({ what: 'delete', secret }) },
        ]}
      />
    ),
  },
]
