import type { AvailableVersion, PostgresEngine, Project } from '@plinth/contract'
import { Alert, Badge, ConfirmDialog, Field, RadioCards, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { noteStatus } from '#app/api/project.ts'
import { queryClient } from '#app/api/query-client.ts'

/** Where to, and how long the project is away for it; then the question. */
export default function UpgradeDialog({
  project,
  versions,
  onClose,
}: {
  project: Project
  versions: readonly AvailableVersion[]
  onClose: () => void
}) {
  const { ref, name } = project
  const [chosen, setChosen] = useState<PostgresEngine | undefined>(
    versions.findLast(({ release_channel }) => release_channel === 'ga')?.postgres_engine,
  )
  const upgrade = useMutation(
    api.power.upgrade.mutationOptions({
      onSuccess: () => {
        void queryClient.invalidateQueries({ queryKey: api.power.upgradeStatus.key() })
        noteStatus(project, 'UPGRADING')
        onClose()
      },
      onError: (error) => toast.error(`Failed to upgrade project: ${messageOf(error)}`),
    }),
  )
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Upgrade ${name}`}
      confirmLabel="Upgrade"
      loading={upgrade.isPending}
      disabledReason={chosen ? undefined : 'Choose a version first'}
      onConfirm={() => {
        if (chosen) upgrade.mutate({ ref, target_version: chosen })
      }}
    >
      <div className="flex flex-col gap-4">
        <Field label="Upgrade to">
          <RadioCards
            value={chosen}
            onChange={setChosen}
            options={versions.map(({ postgres_engine, release_channel, version }) => ({
              value: postgres_engine,
              label: `Postgres ${postgres_engine}`,
              description: version,
              aside: release_channel === 'ga' ? undefined : <Badge tone="warning">beta</Badge>,
            }))}
          />
        </Field>
        <Alert tone="warning" title="The project cannot be reached while its data is moved">
          The more data, the longer. Every connection ends, and the API answers that the project is
          not ready. It cannot be taken back afterwards but by restoring a backup.
        </Alert>
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-pretty text-muted">
          <li>A backup is taken first, and another one after.</li>
          <li>The data is moved into new files; the old ones are kept for some days.</li>
          <li>If a step fails, the project goes on with what it has now.</li>
        </ul>
      </div>
    </ConfirmDialog>
  )
}
