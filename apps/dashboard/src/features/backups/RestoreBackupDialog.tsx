import type { Backup, Project } from '@plinth/contract'
import { TextConfirmDialog } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { dateAndZone } from '#app/lib/date.ts'
import { ReplacedNote } from './ReplacedNote.tsx'
import { useBackInTime } from './use-back-in-time.ts'

/** Puts a backup in the place of what the database holds, once its cost was read. */
export default function RestoreBackupDialog({
  project,
  backup,
  onClose,
}: {
  project: Project
  backup: Backup
  onClose: () => void
}) {
  const { ref, name } = project
  const taken = dateAndZone(backup.inserted_at)
  const restore = useMutation(api.backups.restore.mutationOptions(useBackInTime(project)))
  return (
    <TextConfirmDialog
      open
      onOpenChange={onClose}
      title="Restore this backup"
      confirmString={name}
      confirmLabel="Restore this backup"
      blockDeleteButton={false}
      loading={restore.isPending}
      onConfirm={() => restore.mutate({ ref, id: backup.id })}
      alert={{
        tone: 'critical',
        title: `Everything written after ${taken} is taken out of the database.`,
        body: 'The project cannot be reached while this runs, and every connection to it ends.',
      }}
    >
      <ReplacedNote />
    </TextConfirmDialog>
  )
}
