import type { Project } from '@plinth/contract'
import { StepList } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { useOperationActions } from '#app/api/use-operation-actions.ts'
import { hasLeft, useProjectPoll } from '#app/api/use-project-poll.ts'
import { OperationPage } from '#app/lib/OperationPage.tsx'
import { SECOND } from '#app/lib/time.ts'
import { upgradeStatusOptions } from './queries.ts'
import { upgradeSteps } from './upgrade-steps.ts'

const POLL = { firstMs: 5 * SECOND, everyMs: 5 * SECOND, isDone: hasLeft('UPGRADING') }

/** While the data moves to another version of Postgres; backups stay reachable beside it. */
export default function UpgradingPage({ project }: { project: Project }) {
  useProjectPoll(project, POLL)
  const operation = project.operation?.kind === 'upgrade' ? project.operation : null
  const { data } = useQuery(upgradeStatusOptions(project.ref, operation?.id))
  const progress = data?.databaseUpgradeStatus
  return (
    <OperationPage
      project={project}
      operation={operation}
      title={`${project.name} is being upgraded`}
      cancel={useOperationActions(project, operation).cancel}
      steps={
        !operation && progress ? (
          <StepList aria-label="Steps of the upgrade" steps={upgradeSteps(progress)} />
        ) : undefined
      }
    >
      <p>
        {progress
          ? `Its data moves to PostgreSQL ${progress.target_version}. `
          : 'Its data moves to the new version of PostgreSQL. '}
        If a step fails, the project goes on as it was. Backups stay reachable meanwhile.
      </p>
    </OperationPage>
  )
}
