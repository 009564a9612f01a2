import type { Project } from '@plinth/contract'
import { isNotFound } from '#app/api/errors.ts'
import { useOperationActions } from '#app/api/use-operation-actions.ts'
import { useProjectPoll } from '#app/api/use-project-poll.ts'
import { OperationPage } from '#app/lib/OperationPage.tsx'
import { TRANSITIONS, type TransitionScreen } from './copy.ts'
import RemovedPage from './RemovedPage.tsx'

/** What a project is passing through, in words, with the steps of the operation behind it. */
export default function TransitionPage({
  project,
  screen,
}: {
  project: Project
  screen: TransitionScreen
}) {
  const { title, text, poll, isDone } = TRANSITIONS[screen]
  const { error } = useProjectPoll(project, { ...poll, isDone })
  // a project that went while nobody pushed it is not there to be asked about
  const isGone = isNotFound(error)
  // what came before has ended well: the wait for the REST API is no step of it
  const operation = screen === 'connecting' ? null : project.operation
  const { cancel } = useOperationActions(project, operation)
  if (isGone) return <RemovedPage project={project} />
  return (
    <OperationPage
      project={project}
      operation={operation}
      title={title(project.name)}
      cancel={cancel}
    >
      <p>{text}</p>
    </OperationPage>
  )
}
