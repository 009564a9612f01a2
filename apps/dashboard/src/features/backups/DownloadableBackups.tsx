import type { Project } from '@plinth/contract'
import { Button, Card, CardHeader, EmptyState, SkeletonLines } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { Archive, Download } from 'lucide-react'
import { api } from '#app/api/client.ts'
import { useProjectMay } from '#app/api/session.ts'
import { useDownloadBackup } from '#app/api/use-download-backup.ts'
import { QueryError } from '#app/api/QueryError.tsx'
import { dateAndMinute } from '#app/lib/date.ts'
import { formatBytes } from '#app/lib/format-bytes.ts'
import { When } from '#app/lib/When.tsx'
import { StorageArchive } from './StorageArchive.tsx'

/** What can be taken away of a project that does not run. */
export default function DownloadableBackups({ project }: { project: Project }) {
  const { ref } = project
  const query = useQuery(api.backups.downloadable.queryOptions({ input: { ref } }))
  const { data, error } = query
  if (error && !data) return <QueryError title="The backups could not be loaded" query={query} />
  if (!data) return <SkeletonLines lines={4} label="Loading the backups" />
  return (
    <Card>
      <CardHeader title="Backups" description="Each as one SQL file, newest first." />
      {data.backups.length === 0 ? (
        <EmptyState
          framed={false}
          icon={<Archive aria-hidden />}
          title="No backups available for download"
        >
          None was taken of this project, or all of them are older than its plan keeps them.
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line">
          {data.backups.map((backup) => (
            <BackupRow key={backup.id} project={project} backup={backup} />
          ))}
        </ul>
      )}
      <div className="border-t border-line">
        <StorageArchive project={project} />
      </div>
    </Card>
  )
}

function BackupRow({
  project,
  backup: { id, inserted_at: takenAt, size_bytes: bytes },
}: {
  project: Project
  backup: { id: string; inserted_at: string; size_bytes: number | null }
}) {
  const { download, isPreparing } = useDownloadBackup(project.ref)
  const mayDownload = useProjectMay('backups:write', project)
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-2.5">
      <span className="min-w-0">
        <span className="block text-sm">{dateAndMinute(takenAt)}</span>
        <span className="block text-xs text-muted">
          <When date={takenAt} />
          {bytes !== null && `, ${formatBytes(bytes)} on disk`}
        </span>
      </span>
      <Button
        size="sm"
        icon={<Download aria-hidden />}
        aria-label={`Download the backup of ${dateAndMinute(takenAt)}`}
        loading={isPreparing(id)}
        disabledReason={
          mayDownload ? undefined : 'You need additional permissions to download backups'
        }
        onClick={() => download(id)}
      >
        Download
      </Button>
    </li>
  )
}
