import type { Backup, BackupList, Project } from '@plinth/contract'
import { Badge, Table, type TableColumn } from '@plinth/ui'
import { formatBytes } from '#app/lib/format-bytes.ts'
import { dateAndMinute } from '#app/lib/date.ts'
import { When } from '#app/lib/When.tsx'
import { BackupActions } from './BackupActions.tsx'
import { REASONS } from './backup-texts.ts'

const columnsFor = (project: Project, list: BackupList): readonly TableColumn<Backup>[] => [
  {
    key: 'taken',
    header: 'Taken',
    rowHeader: true,
    cell: ({ id, inserted_at: takenAt, status }) => (
      <>
        <span className="block sm:whitespace-nowrap">{dateAndMinute(takenAt)}</span>
        <span className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
          <When date={takenAt} />
          {status === 'DAMAGED' && <Badge tone="danger">Damaged</Badge>}
          {list.last_verified?.backup_id === id && list.last_verified.outcome === 'passed' && (
            <Badge tone="success">Verified</Badge>
          )}
        </span>
      </>
    ),
  },
  { key: 'reason', header: 'Why', hideBelow: 'lg', cell: ({ reason }) => REASONS[reason] },
  {
    key: 'version',
    header: 'Postgres',
    hideBelow: 'lg',
    cell: ({ postgres_version }) => postgres_version,
  },
  {
    key: 'size',
    header: 'Size',
    align: 'end',
    cell: ({ size_bytes }) => <span className="whitespace-nowrap">{formatBytes(size_bytes)}</span>,
  },
  {
    key: 'actions',
    header: 'Actions',
    hideHeader: true,
    align: 'end',
    cell: (backup) => <BackupActions project={project} backup={backup} />,
  },
]

export const BackupsTable = ({ project, list }: { project: Project; list: BackupList }) => (
  <Table
    aria-label="Backups"
    columns={columnsFor(project, list)}
    rows={list.backups}
    rowKey={({ id }) => id}
    empty="There is no backup yet. The first one is taken by itself some minutes after the project was made."
  />
)
