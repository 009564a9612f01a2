import type { Project } from '@plinth/contract'
import { TextConfirmDialog } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { fromNow } from '#app/lib/date.ts'
import { type Zone, unixSeconds } from './moment.ts'
import { inWords, otherWords } from './moment-words.ts'
import { ReplacedNote } from './ReplacedNote.tsx'
import { useBackInTime } from './use-back-in-time.ts'

/** Puts the database back to a second of its past, once its cost was read. */
export default function RestoreMomentDialog({
  project,
  moment,
  zone,
  onClose,
}: {
  project: Project
  moment: Date
  /** The one it was chosen in. */
  zone: Zone
  onClose: () => void
}) {
  const { ref, name } = project
  const other = otherWords(moment, zone)
  const restore = useMutation(api.backups.restoreToMoment.mutationOptions(useBackInTime(project)))
  return (
    <TextConfirmDialog
      open
      onOpenChange={onClose}
      title="Restore to a point in time"
      confirmString={name}
      confirmLabel="Restore the database"
      blockDeleteButton={false}
      loading={restore.isPending}
      onConfirm={() => restore.mutate({ ref, recovery_time_target_unix: unixSeconds(moment) })}
      alert={{
        tone: 'critical',
        title: `Everything written after ${inWords(moment, zone)} is taken out of the database.`,
        body: `That is ${fromNow(moment)}${other ? ` (${other})` : ''}. The project cannot be reached while this runs, and every connection to it ends.`,
      }}
    >
      <ReplacedNote />
    </TextConfirmDialog>
  )
}
