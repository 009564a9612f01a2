import type { Project } from '@plinth/contract'
import { READ_ONLY } from '@plinth/contract'
import { Alert, Badge, Button, SettingsSection, Skeleton } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { formatBytes } from '#app/lib/format-bytes.ts'

/** Whether the database takes writes: a full disk ends that, and room on it brings it back. */
export function WritingSection({ project }: { project: Project }) {
  const { ref } = project
  const { data, error } = useQuery(api.disk.usage.queryOptions({ input: { ref } }))
  return (
    <SettingsSection
      title="Writing"
      description={`At ${READ_ONLY.on} % of its disk a project only reads; below ${READ_ONLY.off} % it writes again, by itself.`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        {data ? (
          <p className="flex min-w-0 flex-wrap items-center gap-2">
            {data.is_readonly_mode_enabled ? (
              <Badge tone="danger">Read-only</Badge>
            ) : (
              <Badge tone="success">Reads and writes</Badge>
            )}
            <span className="text-muted">
              {formatBytes(data.metrics.fs_used_bytes)} of {formatBytes(data.metrics.fs_size_bytes)}{' '}
              in use
            </span>
          </p>
        ) : error ? (
          <Alert tone="warning">{messageOf(error)}</Alert>
        ) : (
          <Skeleton className="w-56" />
        )}
        <Button asChild>
          <Link to="/project/$ref/settings/compute-and-disk" params={{ ref }}>
            Compute and disk
          </Link>
        </Button>
      </div>
    </SettingsSection>
  )
}
