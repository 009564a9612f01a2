import { READ_ONLY, type Project } from '@plinth/contract'
import { Alert, Card, CardBody, CardHeader, Meter, Skeleton } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { formatBytes } from '#app/lib/format-bytes.ts'
import { MINUTE } from '#app/lib/time.ts'

/** What fills the disk, and that the project only reads where that is too much. */
export function DiskUsage({ project }: { project: Project }) {
  const { ref } = project
  const { data, error } = useQuery(
    api.disk.usage.queryOptions({ input: { ref }, refetchInterval: MINUTE / 2 }),
  )
  const [used, size] = data ? [data.metrics.fs_used_bytes, data.metrics.fs_size_bytes] : [0, 0]
  return (
    <>
      {data?.is_readonly_mode_enabled && (
        <Alert tone="critical" title="This project only reads: its disk is full">
          Nothing can be written until there is room again. Enlarge the disk below, or delete what
          is not needed: a session may write after{' '}
          <code className="font-mono text-xs">set default_transaction_read_only = off</code>.
        </Alert>
      )}
      <Card>
        <CardHeader
          title="Disk usage"
          description={`At ${READ_ONLY.on} % the project only reads.`}
        />
        <CardBody>
          {data ? (
            <div className="flex flex-col gap-3">
              <Meter
                label={data.is_complete ? 'In use' : 'In use, at least'}
                value={used}
                max={size}
                text={`${formatBytes(used)} of ${formatBytes(size)}`}
                thresholds={[0.8, 0.9]}
              />
              <p className="text-xs text-muted">
                Database {formatBytes(data.database_bytes)}, write-ahead log{' '}
                {formatBytes(data.wal_bytes)}, other files {formatBytes(data.other_bytes)}
              </p>
            </div>
          ) : error ? (
            <p className="text-muted">{messageOf(error)}</p>
          ) : (
            <div className="flex flex-col gap-3">
              <Skeleton className="h-7" />
              <Skeleton className="w-3/4" />
            </div>
          )}
        </CardBody>
      </Card>
    </>
  )
}
