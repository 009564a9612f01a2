import type { Project } from '@plinth/contract'
import { Button, EmptyState, Skeleton } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Archive, History } from 'lucide-react'
import { QueryError } from '#app/api/QueryError.tsx'
import { SECOND } from '#app/lib/time.ts'
import { PitrForm } from './PitrForm.tsx'
import { backupsOptions } from './queries.ts'
import { TakeBackup } from './TakeBackup.tsx'

/** Back to any second that the archive reaches. */
export function PitrPage({ project }: { project: Project }) {
  const { ref } = project
  const query = useQuery({
    ...backupsOptions(ref),
    // the end of the range moves on while one looks at it
    refetchInterval: 15 * SECOND,
  })
  const { data, error } = query
  if (!data && error)
    return <QueryError title="What can be restored could not be looked up" query={query} />
  if (!data) return <Skeleton className="h-80 rounded-lg" />
  if (!data.pitr_enabled)
    return (
      <EmptyState
        icon={<History aria-hidden />}
        title="Point-in-time restore is not enabled"
        action={
          <Button asChild variant="primary">
            <Link
              to="/project/$ref/settings/addons"
              params={{ ref }}
              search={{ panel: 'pitr', source: 'pitr' }}
            >
              Enable add on
            </Link>
          </Button>
        }
      >
        With this add-on every change is kept beside the daily backups, so that the database can be
        put back to any second of the last days: the one before a wrong delete, for example.
      </EmptyState>
    )
  if (!data.recoverable)
    return (
      <EmptyState
        icon={<Archive aria-hidden />}
        title="There is no backup yet"
        action={<TakeBackup project={project} />}
      >
        A point in time is reached from the backup before it. The first one is taken by itself some
        minutes after the project was made.
      </EmptyState>
    )
  const { earliest, latest } = data.recoverable
  return (
    <PitrForm
      project={project}
      range={{ earliest: new Date(earliest), latest: new Date(latest) }}
    />
  )
}
