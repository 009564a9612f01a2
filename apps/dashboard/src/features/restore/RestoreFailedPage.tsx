import type { Project } from '@plinth/contract'
import { Button } from '@plinth/ui'
import { Link } from '@tanstack/react-router'
import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useProjectMay } from '#app/api/session.ts'
import { useOperationActions } from '#app/api/use-operation-actions.ts'
import { OperationPage } from '#app/lib/OperationPage.tsx'
import { useRestore } from './use-restore.ts'

/** What failed, and that nothing is lost by it: the backups are there, and so is what the project held. */
export default function RestoreFailedPage({
  project,
  downloads,
}: {
  project: Project
  /** The list of backups to download. */
  downloads: ReactNode
}) {
  const { operation, ref } = project
  // of a restore that was taken back; after a failed start a retry is the same thing
  const wasReplacing = operation?.kind === 'restore_backup'
  return (
    <div className="flex flex-col">
      <OperationPage
        project={project}
        title="Something went wrong while restoring your project"
        icon={<CircleAlert aria-hidden className="text-danger-text" />}
        retry={useOperationActions(project).retry}
        actions={
          <>
            <Button asChild>
              <Link to="/project/$ref/database/backups/scheduled" params={{ ref }}>
                Choose another backup
              </Link>
            </Button>
            {wasReplacing && <StartAsItWas project={project} />}
          </>
        }
      >
        <p>{operation?.error?.message ?? 'The steps below say how far it came.'}</p>
        <p>
          Your backups are untouched and can be downloaded below
          {wasReplacing && ', and the project still has what it held before the restore'}.
        </p>
      </OperationPage>
      <div className="mx-auto w-full max-w-2xl px-4 pb-10">{downloads}</div>
    </div>
  )
}

function StartAsItWas({ project }: { project: Project }) {
  const restore = useRestore(project)
  const mayRestore = useProjectMay('infra:restore', project)
  return (
    <Button
      loading={restore.isPending}
      disabledReason={
        mayRestore ? undefined : 'You need additional permissions to resume this project'
      }
      onClick={() => restore.mutate({ ref: project.ref })}
    >
      Start it as it was
    </Button>
  )
}
