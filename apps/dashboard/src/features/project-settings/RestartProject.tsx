import type { Project } from '@plinth/contract'
import { projectCan } from '@plinth/contract'
import { Button, ConfirmDialog, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { noteStatus } from '#app/api/project.ts'
import { useProjectMay } from '#app/api/session.ts'
import { SettingRow } from './SettingRow.tsx'

const SCOPES = {
  database: {
    label: 'Fast database reboot',
    title: 'Reboot the database?',
    text: 'Only Postgres stops and starts again, which takes about as long as writing what is in memory to disk. Connections to it end; the services around it reconnect by themselves.',
  },
  project: {
    label: 'Restart project',
    title: 'Restart the whole project?',
    text: 'Postgres and the services around it stop and start again. The project cannot be reached meanwhile, and every connection ends.',
  },
} as const

type Scope = keyof typeof SCOPES

/** Out and in again: the database alone, or all of the project. */
export function RestartProject({ project }: { project: Project }) {
  const { ref, name } = project
  const [asked, setAsked] = useState<Scope>()
  const mayRestart = useProjectMay('projects:restart', project)
  const restart = useMutation(
    api.power.restart.mutationOptions({
      onSuccess: ({ status }) => {
        setAsked(undefined)
        noteStatus(project, status)
      },
      onError: (error) => toast.error(`Failed to restart project: ${messageOf(error)}`),
    }),
  )
  const disabledReason = !mayRestart
    ? 'You need additional permissions to restart this project'
    : projectCan('restart', project.status)
      ? undefined
      : 'Only a running project can be restarted'
  return (
    <SettingRow
      title="Restart"
      description="For settings that are read at the start, or connections that hang. It takes some seconds."
    >
      {(['database', 'project'] as const).map((scope) => (
        <Button key={scope} disabledReason={disabledReason} onClick={() => setAsked(scope)}>
          {SCOPES[scope].label}
        </Button>
      ))}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(undefined)}
          title={SCOPES[asked].title}
          description={SCOPES[asked].text}
          confirmLabel={asked === 'project' ? `Restart ${name}` : 'Reboot the database'}
          loading={restart.isPending}
          onConfirm={() => restart.mutate({ ref, scope: asked })}
        />
      )}
    </SettingRow>
  )
}
