import type { ProjectSort, ProjectSummary } from '@plinth/contract'
import { COMPUTE } from '@plinth/contract'
import { Card, Table, type TableColumn } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { useResourceWarnings } from '#app/api/resource-warnings.ts'
import { dateOnly } from '#app/lib/date.ts'
import { placeOf } from '#app/lib/place-of.ts'
import { ProjectStatusDot } from '#app/lib/ProjectStatusDot.tsx'
import { WarningBadge } from '#app/lib/WarningBadge.tsx'

const COLUMNS: readonly TableColumn<ProjectSummary>[] = [
  {
    key: 'name',
    header: 'Name',
    sortable: true,
    rowHeader: true,
    cell: ({ ref, name }) => (
      <Link
        to="/project/$ref"
        params={{ ref }}
        className="block min-w-28 font-medium wrap-anywhere text-fg underline-offset-3 hover:underline"
      >
        {name}
      </Link>
    ),
  },
  { key: 'status', header: 'Status', cell: (project) => <Status project={project} /> },
  {
    key: 'size',
    header: 'Compute',
    hideBelow: 'sm',
    cell: ({ instance_size }) => COMPUTE[instance_size].label,
  },
  {
    key: 'engine',
    header: 'Postgres',
    hideBelow: 'md',
    cell: ({ postgres_engine }) => postgres_engine,
  },
  { key: 'place', header: 'Runs on', hideBelow: 'lg', cell: placeOf },
  {
    key: 'created',
    header: 'Created',
    sortable: true,
    hideBelow: 'md',
    cell: ({ created_at }) => <time dateTime={created_at}>{dateOnly(created_at)}</time>,
  },
]

function Status({ project: { ref, status } }: { project: ProjectSummary }) {
  const warning = useResourceWarnings().get(ref)
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <ProjectStatusDot status={status} />
      {warning && <WarningBadge warning={warning} />}
    </span>
  )
}

const SORT_OF = {
  name: { asc: 'name_asc', desc: 'name_desc' },
  created: { asc: 'created_asc', desc: 'created_desc' },
} as const

export default function ProjectsTable({
  projects,
  isStale,
  sort,
  onSort,
}: {
  projects: readonly ProjectSummary[]
  isStale: boolean
  sort: ProjectSort
  onSort: (sort: ProjectSort) => void
}) {
  return (
    <Card>
      <Table
        aria-label="Projects"
        columns={COLUMNS}
        rows={projects}
        rowKey={({ ref }) => ref}
        loading={isStale}
        sort={{
          key: sort.startsWith('name') ? 'name' : 'created',
          direction: sort.endsWith('asc') ? 'asc' : 'desc',
        }}
        onSort={({ key, direction }) =>
          onSort(SORT_OF[key === 'created' ? 'created' : 'name'][direction])
        }
      />
    </Card>
  )
}
