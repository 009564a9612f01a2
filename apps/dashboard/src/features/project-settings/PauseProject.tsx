import type { Project } from '@plinth/contract'
import { projectCan } from '@plinth/contract'
import { Alert, Button, ConfirmDialog, toast } from '@plinth/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { useOrganization } from '#app/api/organization.ts'
import { noteStatus } from '#app/api/project.ts'
import { useProjectMay } from '#app/api/session.ts'
import { count } from '#app/lib/count.ts'
import { SettingRow } from './SettingRow.tsx'

/** Stops a project and keeps everything of it; says first what that means for who uses it. */
export function PauseProject({ project }: { project: Project }) {
  const { ref, name } = project
  const navigate = useNavigate()
  const [isAsking, setAsking] = useState(false)
  const mayPause = useProjectMay('projects:pause', project)
  const pause = useMutation(
    api.power.pause.mutationOptions({
      onSuccess: ({ status }) => {
        setAsking(false)
        noteStatus(project, status)
        // settings look the same paused; its home says what has become of it, and brings it back
        void navigate({ to: '/project/$ref', params: { ref } })
      },
      onError: (error) => toast.error(`Failed to pause project: ${messageOf(error)}`),
    }),
  )
  const disabledReason = !mayPause
    ? 'You need additional permissions to pause this project'
    : projectCan('pause', project.status)
      ? undefined
      : 'Only a running project can be paused'
  return (
    <SettingRow
      title="Pause"
      description="Stops the database and keeps its data. It uses no memory and no processor until it is restored."
    >
      <Button disabledReason={disabledReason} onClick={() => setAsking(true)}>
        Pause project
      </Button>
      {isAsking && (
        <ConfirmDialog
          open
          onOpenChange={setAsking}
          title={`Pause ${name}?`}
          description="A final backup is taken, then Postgres stops. Until the project is restored nothing of it can be reached: no query, no API, no connection."
          confirmLabel="Pause project"
          loading={pause.isPending}
          onConfirm={() => pause.mutate({ ref })}
        >
          <RestoreWindow project={project} />
        </ConfirmDialog>
      )}
    </SettingRow>
  )
}

/** How long it can be brought back; by the platform, as it may keep projects longer one day. */
function RestoreWindow({ project }: { project: Project }) {
  const { ref, organization_slug: slug } = project
  const isFree = useOrganization(slug).plan.id === 'free'
  const { data } = useQuery(api.power.pauseStatus.queryOptions({ input: { ref }, enabled: isFree }))
  if (!isFree) return <Alert>It can be restored at any time, within seconds.</Alert>
  return (
    <Alert tone="warning">
      {data
        ? `On the free plan it can be restored for ${count(data.max_days_till_restore_disabled, 'day')}. After that its backups can still be downloaded.`
        : 'On the free plan it can be restored for some time only.'}
    </Alert>
  )
}
