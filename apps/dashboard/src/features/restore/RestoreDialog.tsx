import type { Project } from '@plinth/contract'
import { Alert, ConfirmDialog } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { useRestore } from './use-restore.ts'
import { VersionField } from './VersionField.tsx'
import { defaultVersion, versionKey, versionOf } from './versions.ts'

/** Asks once more, and for the version where there is a choice. */
export default function RestoreDialog({
  project,
  onClose,
  onLimit,
}: {
  project: Project
  onClose: () => void
  onLimit: () => void
}) {
  const { ref, name } = project
  const restore = useRestore(project, onLimit)
  const { data, error } = useQuery(api.power.restoreVersions.queryOptions({ input: { ref } }))
  const [chosen, setChosen] = useState<string>()
  const offered = data?.available_versions ?? []
  const selected = versionOf(chosen ?? '', offered) ?? defaultVersion(offered)
  // sent only where it was asked for; else the project comes back as it went
  const choice = offered.length > 1 && selected

  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Restore ${name}`}
      description="Its database is started again with everything it held. Address and keys stay as they were."
      confirmLabel="Restore"
      loading={restore.isPending}
      disabledReason={data || error ? undefined : 'The versions are being looked up'}
      onConfirm={() =>
        restore.mutate({
          ref,
          ...(choice && {
            postgres_engine: choice.postgres_engine,
            release_channel: choice.release_channel,
          }),
        })
      }
    >
      {error ? (
        <Alert tone="warning" title="The versions could not be looked up">
          {messageOf(error)}. The project comes back with the version it had.
        </Alert>
      ) : (
        <VersionField
          versions={data?.available_versions}
          value={selected && versionKey(selected)}
          onChange={setChosen}
        />
      )}
    </ConfirmDialog>
  )
}
