import type { Project } from '@plinth/contract'
import { projectCan } from '@plinth/contract'
import { Button } from '@plinth/ui'
import { Suspense, lazy, useState } from 'react'
import { useProjectMay } from '#app/api/session.ts'
import { SettingRow } from './SettingRow.tsx'

const TransferDialog = lazy(() => import('./TransferDialog.tsx'))

/** Moves a project to another organization of one's own. */
export function TransferProject({ project }: { project: Project }) {
  const [isAsking, setAsking] = useState(false)
  const mayTransfer = useProjectMay('projects:transfer', project)
  const disabledReason = !mayTransfer
    ? 'You need additional permissions to transfer this project'
    : projectCan('transfer', project.status)
      ? undefined
      : 'Wait for what is running on this project'
  return (
    <SettingRow description="Moves the project to another organization of yours. It keeps running, with the same address and keys.">
      <Button disabledReason={disabledReason} onClick={() => setAsking(true)}>
        Transfer project
      </Button>
      <Suspense>
        {isAsking && <TransferDialog project={project} onClose={() => setAsking(false)} />}
      </Suspense>
    </SettingRow>
  )
}
