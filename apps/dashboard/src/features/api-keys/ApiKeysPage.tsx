import type { ApiKey, Project } from '@plinth/contract'
import {
  Badge,
  Button,
  Card,
  CopyButton,
  EmptyState,
  InlineCode,
  PageHeader,
  Table,
  type TableColumn,
} from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { Loaded } from '#app/api/Loaded.tsx'
import { useProjectMay } from '#app/api/session.ts'
import { NoPermission } from '#app/lib/NoPermission.tsx'
import { now } from '#app/lib/time.ts'
import { When } from '#app/lib/When.tsx'
import { CreateKeyDialog } from './CreateKeyDialog.tsx'
import { RevokeKey } from './RevokeKey.tsx'

const Expiry = ({ expires_at }: ApiKey) => {
  if (expires_at === null) return 'Never'
  if (Date.parse(expires_at) <= now()) return <Badge tone="warning">Expired</Badge>
  return <When date={expires_at} />
}

const columnsFor = (project: Project): readonly TableColumn<ApiKey>[] => [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ name, prefix, description, type, api_key: apiKey, expires_at: expiresAt }) => (
      <span className="flex flex-col items-start gap-1">
        <span className="flex flex-wrap items-center gap-1.5 font-medium break-words">
          {name}
          <Badge tone={type === 'secret' ? 'danger' : 'neutral'}>{type}</Badge>
        </span>
        <span className="flex items-center gap-1">
          <InlineCode>{prefix}…</InlineCode>
          {apiKey !== null && (
            <CopyButton value={apiKey} label={`Copy ${name}`} iconOnly size="sm" />
          )}
        </span>
        {description && <span className="text-xs text-muted">{description}</span>}
        {expiresAt !== null && (
          <span className="text-xs text-muted sm:hidden">
            Expires <When date={expiresAt} />
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'used',
    header: 'Last used',
    hideBelow: 'sm',
    cell: ({ last_used_at: usedAt }) => (usedAt ? <When date={usedAt} /> : 'Never'),
  },
  { key: 'expires', header: 'Expires', hideBelow: 'sm', cell: Expiry },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (key) => <RevokeKey project={project} apiKey={key} />,
  },
]

/** Keys of the new kind: each can be revoked alone, and none depends on the JWT secret. */
export function ApiKeysPage({ project }: { project: Project }) {
  const { ref } = project
  const mayRead = useProjectMay('api_keys:read', project)
  const mayWrite = useProjectMay('api_keys:write', project)
  const query = useQuery({
    ...api.apiKeys.list.queryOptions({ input: { ref }, enabled: mayRead }),
    // the two made from the JWT secret have a place of their own
    select: (all) => all.filter(({ type }) => type !== 'legacy'),
  })
  const keys = query.data
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button
      variant="primary"
      icon={<Plus aria-hidden />}
      disabledReason={mayWrite ? undefined : 'You need additional permissions to make API keys'}
      onClick={() => setCreating(true)}
    >
      New API key
    </Button>
  )
  return (
    <>
      <PageHeader
        title="API keys"
        description="Publishable keys may stand in a page, secret ones belong on a server. Each can be revoked alone."
        actions={mayRead && keys && keys.length > 0 && create}
      />
      {!mayRead ? (
        <NoPermission what="view API keys" />
      ) : (
        <Loaded query={query} failure="Failed to retrieve API keys">
          {(shown) =>
            shown.length === 0 ? (
              <EmptyState icon={<KeyRound aria-hidden />} title="No API keys" action={create}>
                The anon and service_role keys work as well; these can be revoked one by one.
              </EmptyState>
            ) : (
              <Card>
                <Table
                  aria-label="API keys"
                  columns={columnsFor(project)}
                  rows={shown}
                  rowKey={({ id }) => id}
                />
              </Card>
            )
          }
        </Loaded>
      )}
      {isCreating && <CreateKeyDialog project={project} onClose={() => setCreating(false)} />}
    </>
  )
}
