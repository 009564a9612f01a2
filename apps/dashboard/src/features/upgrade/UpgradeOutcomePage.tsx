import type { Project } from '@plinth/contract'
import { Button, StatusPage } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, CircleSlash } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '#app/api/client.ts'
import { useOperationActions } from '#app/api/use-operation-actions.ts'
import { OperationPage } from '#app/lib/OperationPage.tsx'
import { OperationSteps } from '#app/lib/OperationSteps.tsx'
import { sentence } from '#app/lib/sentence.ts'
import { upgradeStatusOptions } from './queries.ts'

/** What happened stands above the button, and is to be read first. */
const focusInPlace = (button: HTMLElement | null) => button?.focus({ preventScroll: true })

type Props = { project: Project; operationId: string; onReturn: () => void }

/** How an upgrade that somebody watched has ended (spec §4: Upgraded or Failed). */
export default function UpgradeOutcomePage({ project, operationId, onReturn }: Props) {
  const { data } = useQuery({
    ...upgradeStatusOptions(project.ref, operationId),
    refetchOnMount: 'always',
  })
  const outcome = data?.databaseUpgradeStatus
  const back = (
    <Button
      // a failed one has a main way on besides
      variant={outcome?.status === 2 ? 'secondary' : 'primary'}
      ref={focusInPlace}
      onClick={onReturn}
    >
      Return to project
    </Button>
  )
  if (outcome?.status === 1)
    return (
      <StatusPage
        title="Upgraded"
        icon={<CircleCheck aria-hidden className="text-success-text" />}
        actions={back}
      >
        <p>
          {project.name} runs PostgreSQL {project.dbVersion ?? outcome.target_version}. The files of
          the version before are kept for some days.
        </p>
      </StatusPage>
    )
  if (outcome?.status === 2)
    return <UpgradeFailed {...{ project, operationId, back, error: outcome.error }} />
  return <StatusPage title="Looking up how the upgrade ended" busy actions={back} />
}

function UpgradeFailed({
  project,
  operationId,
  error,
  back,
}: {
  project: Project
  operationId: string
  error: string | null
  back: ReactNode
}) {
  const { data: operation = null } = useQuery(
    api.operations.view.queryOptions({ input: { ref: project.ref, id: operationId } }),
  )
  const { retry } = useOperationActions(project, operation)
  if (operation?.status === 'cancelled')
    return (
      <StatusPage
        title="The upgrade was cancelled"
        icon={<CircleSlash aria-hidden />}
        steps={<OperationSteps operation={operation} />}
        actions={back}
      >
        <p>{project.name} runs as it did before, with all its data.</p>
      </StatusPage>
    )
  return (
    <OperationPage
      project={project}
      operation={operation}
      title="We ran into an issue while upgrading your project"
      icon={<CircleAlert aria-hidden className="text-danger-text" />}
      retry={retry}
      actions={back}
    >
      <p>
        {sentence(error ?? operation?.error?.message ?? 'A step failed')} The project runs as it did
        before, with all its data.
      </p>
    </OperationPage>
  )
}
