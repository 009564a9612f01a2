import type { Project } from '@plinth/contract'
import { Alert, Card, CardHeader, SkeletonLines } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { QueryError } from '#app/api/QueryError.tsx'
import { BackupProgress } from './BackupProgress.tsx'
import { archivingStuckSince } from './backup-texts.ts'
import { BackupsTable } from './BackupsTable.tsx'
import { backupsOptions } from './queries.ts'
import { Safekeeping } from './Safekeeping.tsx'
import { StorageArchive } from './StorageArchive.tsx'
import { TakeBackup } from './TakeBackup.tsx'
import { inWords } from './moment-words.ts'

/** The backups of a project: that they are taken, that they can be restored, and what to do with one. */
export function ScheduledPage({ project }: { project: Project }) {
  const query = useQuery(backupsOptions(project.ref))
  const { data, error } = query
  if (error && !data) return <QueryError title="The backups could not be loaded" query={query} />
  const stuckSince = data && archivingStuckSince(data)
  return (
    <>
      {stuckSince && (
        <Alert tone="critical" title="Changes are not being archived">
          What was written after {inWords(new Date(stuckSince), 'local')} is in the database only,
          not with the backups. It is tried again all the time; the reason stands in the log of the
          database.
        </Alert>
      )}
      <Safekeeping project={project} list={data} />
      <BackupProgress project={project} />
      <Card>
        <CardHeader
          title="Backups"
          description="Full copies on a path apart from the data, newest first."
          actions={<TakeBackup project={project} />}
        />
        {data ? (
          <BackupsTable project={project} list={data} />
        ) : (
          <SkeletonLines lines={5} label="Loading the backups" className="p-4" />
        )}
      </Card>
      <Card>
        <StorageArchive project={project} />
      </Card>
    </>
  )
}
