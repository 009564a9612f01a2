import { Button, Dialog, SkeletonLines, Table, type TableColumn } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import type { InferClientOutputs } from '@orpc/client'
import type { Client } from '#app/api/client.ts'
import { QueryError } from '#app/api/QueryError.tsx'
import { count } from '#app/lib/count.ts'
import { freeLimitOptions } from './free-limit-options.ts'

type Member = InferClientOutputs<Client>['freeProjects']['reachedLimit'][number]

const COLUMNS: readonly TableColumn<Member>[] = [
  {
    key: 'member',
    header: 'Member',
    rowHeader: true,
    cell: ({ username, primary_email }) => (
      <>
        <span className="block font-medium text-fg">{username || primary_email}</span>
        {username && <span className="block text-xs text-muted">{primary_email}</span>}
      </>
    ),
  },
  {
    key: 'limit',
    header: 'Free projects',
    align: 'end',
    cell: ({ active_free_projects, free_project_limit }) =>
      `${active_free_projects} of ${free_project_limit}`,
  },
]

/** Why a project of the free plan cannot be brought back: who owns too many, and the ways out. */
export default function FreeLimitDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const query = useQuery(freeLimitOptions(slug))
  const members = query.data
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="The limit of free projects is reached"
      description={
        members &&
        `${count(members.length, 'member')} of this organization ${members.length === 1 ? 'owns' : 'own'} as many active projects on the free plan as one person may. Pause or delete one of those first, or transfer this project to an organization on a paid plan.`
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          Understood
        </Button>
      }
    >
      {members ? (
        <div className="overflow-hidden rounded-md border border-line">
          <Table
            aria-label="Members at the limit"
            columns={COLUMNS}
            rows={members}
            rowKey={({ primary_email }) => primary_email}
          />
        </div>
      ) : query.error ? (
        <QueryError title="The members could not be looked up" query={query} />
      ) : (
        <SkeletonLines label="Looking up the members" />
      )}
    </Dialog>
  )
}
