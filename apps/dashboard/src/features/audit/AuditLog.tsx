import type { AuditEntry } from '@plinth/contract'
import { Badge, Button, Card, SkeletonLines, Table, type TableColumn } from '@plinth/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { QueryError } from '#app/api/QueryError.tsx'
import { dateAndSecond } from '#app/lib/date.ts'
import { AuditDetails } from './AuditDetails.tsx'
import { OUTCOMES, actionText, actorText } from './audit-text.ts'

export function AuditLog({ slug }: { slug: string }) {
  const [shown, setShown] = useState<AuditEntry>()
  const query = useInfiniteQuery(
    api.audit.list.infiniteOptions({
      input: (before: string | undefined) => ({ slug, ...(before && { before }) }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage } = query
  if (error && !data) return <QueryError title="The audit log could not be loaded" query={query} />
  if (!data) return <SkeletonLines lines={8} label="Loading the audit log" />

  const columns: readonly TableColumn<AuditEntry>[] = [
    {
      key: 'action',
      header: 'Action',
      rowHeader: true,
      cell: (entry) => (
        <button
          type="button"
          onClick={() => setShown(entry)}
          className="rounded-sm text-left font-medium underline-offset-3 hover:underline"
        >
          {actionText(entry.action)}
        </button>
      ),
    },
    {
      key: 'outcome',
      header: 'Outcome',
      cell: ({ outcome }) => <Badge tone={OUTCOMES[outcome].tone}>{OUTCOMES[outcome].label}</Badge>,
    },
    {
      key: 'actor',
      header: 'Who',
      cell: (entry) => <span className="break-all">{actorText(entry)}</span>,
    },
    {
      key: 'from',
      header: 'From',
      hideBelow: 'lg',
      cell: ({ ip_address }) => ip_address ?? '–',
    },
    {
      key: 'when',
      header: 'When',
      hideBelow: 'sm',
      className: 'whitespace-nowrap',
      cell: ({ occurred_at }) => <time dateTime={occurred_at}>{dateAndSecond(occurred_at)}</time>,
    },
  ]
  return (
    <div className="flex flex-col gap-3">
      <Card>
        <Table
          aria-label="Audit log"
          columns={columns}
          rows={data.pages.flatMap((page) => page.entries)}
          rowKey={({ id }) => id}
          empty="Nothing was changed yet"
        />
      </Card>
      {hasNextPage && (
        <Button
          className="self-center"
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older entries
        </Button>
      )}
      <AuditDetails entry={shown} onClose={() => setShown(undefined)} />
    </div>
  )
}
