import type { Project } from '@plinth/contract'
import { Button, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { noteStatus } from '#app/api/project.ts'
import { useProjectMay } from '#app/api/session.ts'
import { useOperationActions } from '#app/api/use-operation-actions.ts'
import { OperationPage } from '#app/lib/OperationPage.tsx'

/** Nothing is under way: somebody has to choose between trying again, going on and giving up. */
export default function PauseFailedPage({
  project,
  deletion,
}: {
  project: Project
  /** The button that deletes it: its settings cannot be reached from here. */
  deletion: ReactNode
}) {
  return (
    <OperationPage
      project={project}
      title="Something went wrong while pausing your project"
      icon={<CircleAlert aria-hidden className="text-danger-text" />}
      retry={useOperationActions(project).retry}
      actions={
        <>
          {deletion}
          <KeepRunning project={project} />
        </>
      }
    >
      <p>{project.operation?.error?.message ?? 'The steps below say how far it came.'}</p>
      <p>The database may still be running; nothing it holds was touched.</p>
    </OperationPage>
  )
}

/** What keeps a project from being paused must not keep it from whoever needs it. */
function KeepRunning({ project }: { project: Project }) {
  const { ref } = project
  const mayRestart = useProjectMay('projects:restart', project)
  const restart = useMutation(
    api.power.restart.mutationOptions({
      onSuccess: ({ status }) => noteStatus(project, status),
      onError: (error) => toast.error(`Failed to restart project: ${messageOf(error)}`),
    }),
  )
  return (
    <Button
      loading={restart.isPending}
      disabledReason={
        mayRestart ? undefined : 'You need additional permissions to restart this project'
      }
      onClick={() => restart.mutate({ ref, scope: 'project' })}
    >
      Start it again
    </Button>
  )
}
