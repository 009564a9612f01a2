import type { Backup, Project } from '@plinth/contract'
import { projectCan } from '@plinth/contract'
import { DropdownMenu, IconButton } from '@plinth/ui'
import { CopyPlus, Download, EllipsisVertical, History } from 'lucide-react'
import { Suspense, lazy, useState } from 'react'
import { useProjectMay } from '#app/api/session.ts'
import { useDownloadBackup } from '#app/api/use-download-backup.ts'
import { dateAndZone } from '#app/lib/date.ts'

const RestoreBackupDialog = lazy(() => import('./RestoreBackupDialog.tsx'))
const NewProjectDialog = lazy(() => import('./NewProjectDialog.tsx'))

/** What can be done with one backup. */
export function BackupActions({ project, backup }: { project: Project; backup: Backup }) {
  const [open, setOpen] = useState<'restore' | 'copy'>()
  const { download, isPreparing } = useDownloadBackup(project.ref)
  const mayWrite = useProjectMay('backups:write', project)
  const refusal = mayWrite ? undefined : 'You need additional permissions to use backups'
  const damage = backup.status === 'DAMAGED' ? 'This backup cannot be restored' : undefined
  const busy = projectCan('restoreBackup', project.status)
    ? undefined
    : 'Wait for what is running on this project'
  const taken = dateAndZone(backup.inserted_at)
  const close = () => setOpen(undefined)
  return (
    <>
      <DropdownMenu
        trigger={
          <IconButton
            label={`Actions for the backup of ${taken}`}
            tooltip={false}
            size="sm"
            loading={isPreparing(backup.id)}
            icon={<EllipsisVertical aria-hidden />}
          />
        }
        items={[
          {
            label: 'Restore…',
            icon: <History aria-hidden />,
            disabledReason: refusal ?? damage ?? busy,
            onSelect: () => setOpen('restore'),
          },
          {
            label: 'Restore to a new project…',
            icon: <CopyPlus aria-hidden />,
            disabledReason: refusal ?? damage,
            onSelect: () => setOpen('copy'),
          },
          {
            label: 'Download as SQL',
            icon: <Download aria-hidden />,
            disabledReason: refusal ?? damage,
            onSelect: () => download(backup.id),
          },
        ]}
      />
      <Suspense>
        {open === 'restore' && (
          <RestoreBackupDialog project={project} backup={backup} onClose={close} />
        )}
        {open === 'copy' && (
          <NewProjectDialog
            project={project}
            source={{ id: backup.id }}
            from={`the backup of ${taken}`}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
