import type { AccessToken } from '@plinth/contract'
import {
  Badge,
  Button,
  Card,
  EmptyState,
  InlineCode,
  PageHeader,
  Table,
  type TableColumn,
} from '@plinth/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { count } from '#app/lib/count.ts'
import { now } from '#app/lib/time.ts'
import { When } from '#app/lib/When.tsx'
import { CreateTokenDialog } from './CreateTokenDialog.tsx'
import { RevokeToken } from './RevokeToken.tsx'

const Expiry = ({ expires_at }: AccessToken) => {
  if (expires_at === null) return 'Never'
  if (Date.parse(expires_at) <= now()) return <Badge tone="warning">Expired</Badge>
  return <When date={expires_at} />
}

const COLUMNS: readonly TableColumn<AccessToken>[] = [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ name, prefix }) => (
      <span className="flex flex-col items-start gap-1">
        <span className="font-medium break-words">{name}</span>
        <InlineCode>{prefix}…</InlineCode>
      </span>
    ),
  },
  {
    key: 'scopes',
    header: 'May do',
    hideBelow: 'md',
    cell: ({ scopes }) =>
      scopes === null ? 'Everything you may' : count(scopes.length, 'permission'),
  },
  {
    key: 'used',
    header: 'Last used',
    hideBelow: 'sm',
    cell: ({ last_used_at }) => (last_used_at ? <When date={last_used_at} /> : 'Never'),
  },
  { key: 'expires', header: 'Expires', cell: Expiry },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (token) => <RevokeToken token={token} />,
  },
]

/** Tokens that act in one's name: for scripts, pipelines and command lines. */
export function AccessTokensPage() {
  const { data: tokens } = useSuspenseQuery(api.accessTokens.list.queryOptions({ input: {} }))
  const [isCreating, setCreating] = useState(false)
  const create = (
    <Button variant="primary" icon={<Plus aria-hidden />} onClick={() => setCreating(true)}>
      New access token
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Access tokens"
        description="They act in your name, for scripts and pipelines: sent as Authorization: Bearer with any call."
        actions={tokens.length > 0 && create}
      />
      {tokens.length === 0 ? (
        <EmptyState icon={<KeyRound aria-hidden />} title="No access tokens" action={create}>
          Make one to use the management API without a browser.
        </EmptyState>
      ) : (
        <Card>
          <Table
            aria-label="Access tokens"
            columns={COLUMNS}
            rows={tokens}
            rowKey={({ id }) => id}
          />
        </Card>
      )}
      {isCreating && <CreateTokenDialog onClose={() => setCreating(false)} />}
    </>
  )
}
