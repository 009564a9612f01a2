import type { Project } from '@plinth/contract'
import { StatusPage } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { projectOptions } from '#app/api/project.ts'
import { OperationSteps } from '#app/lib/OperationSteps.tsx'
import { COPY } from './copy.ts'

/** Where a project stands, in words, with the steps of the operation behind it. */
export function TransitionPage({
  project,
  screen,
}: {
  project: Project
  screen: keyof typeof COPY
}) {
  const copy = COPY[screen]
  const pollMs = 'pollMs' in copy ? copy.pollMs : undefined
  const Icon = 'icon' in copy ? copy.icon : undefined
  // the gate above reads the same query and moves on by itself
  useQuery({ ...projectOptions(project.ref), refetchInterval: pollMs ?? false })
  const { operation } = project
  return (
    <StatusPage
      title={copy.title(project.name)}
      icon={Icon && <Icon aria-hidden />}
      busy={pollMs !== undefined}
      steps={operation && <OperationSteps operation={operation} />}
    >
      <p>{copy.text}</p>
    </StatusPage>
  )
}
