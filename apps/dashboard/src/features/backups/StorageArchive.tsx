import type { Project } from '@plinth/contract'
import { Button, toast } from '@plinth/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, Package } from 'lucide-react'
import { api } from '#app/api/client.ts'
import { messageOf, noArchiveReason } from '#app/api/errors.ts'
import { pollUntil } from '#app/api/poll-until.ts'
import { useProjectMay } from '#app/api/session.ts'
import { startDownload } from '#app/lib/start-download.ts'
import { SECOND } from '#app/lib/time.ts'

/** The files a project stores, packed on request; asked for every 5 s while that takes (spec §9). */
export function StorageArchive({ project }: { project: Project }) {
  const { ref } = project
  const mayCreate = useProjectMay('backups:write', project)
  const create = useMutation(
    api.backups.createStorageArchive.mutationOptions({
      onError: (error) => toast.error(`Failed to create storage archive: ${messageOf(error)}`),
    }),
  )
  // 'Storage archive not found' is an answer here: there is none yet, and it says why
  const { data, error } = useQuery(
    api.backups.storageArchive.queryOptions({
      input: { ref },
      refetchInterval: create.isSuccess
        ? pollUntil((archive: { fileUrl: string }) => archive.fileUrl !== '', 5 * SECOND)
        : false,
    }),
  )
  return (
    <div className="flex items-center justify-between gap-4 px-4 py-2.5">
      <span className="min-w-0">
        <span className="block text-sm">Stored files</span>
        <span className="block text-xs text-muted">
          {noArchiveReason(error) ??
            'Not part of a database backup: packed into one archive on request.'}
        </span>
      </span>
      {data ? (
        <Button
          size="sm"
          icon={<Download aria-hidden />}
          onClick={() => startDownload(data.fileUrl)}
        >
          Download archive
        </Button>
      ) : (
        <Button
          size="sm"
          icon={<Package aria-hidden />}
          loading={create.isPending || create.isSuccess}
          disabledReason={
            mayCreate ? undefined : 'You need additional permissions to pack stored files'
          }
          onClick={() => create.mutate({ ref })}
        >
          Create archive
        </Button>
      )}
    </div>
  )
}
