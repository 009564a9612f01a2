import type { Project } from '@plinth/contract'
import { Button, ConfirmDialog } from '@plinth/ui'
import { useState } from 'react'
import { useRestart } from '#app/api/use-restart.ts'
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
  const { ref } = project
  const [asked, setAsked] = useState<Scope>()
  const { restart, disabledReason } = useRestart(project)
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
          confirmLabel={asked === 'project' ? 'Restart project' : 'Reboot the database'}
          loading={restart.isPending}
          onConfirm={() =>
            restart.mutate({ ref, scope: asked }, { onSuccess: () => setAsked(undefined) })
          }
        />
      )}
    </SettingRow>
  )
}
