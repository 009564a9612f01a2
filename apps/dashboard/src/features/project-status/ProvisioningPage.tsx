import type { Project, ProjectStatus } from '@plinth/contract'
import { Alert } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api } from '#app/api/client.ts'
import { isNotFound } from '#app/api/errors.ts'
import { pollUntil } from '#app/api/poll-until.ts'
import { refreshProject } from '#app/api/project.ts'
import { useOperationActions } from '#app/api/use-operation-actions.ts'
import { elapsedMs } from '#app/lib/operation-steps.ts'
import { OperationPage } from '#app/lib/OperationPage.tsx'
import { MINUTE, SECOND } from '#app/lib/time.ts'
import { useNow } from '#app/lib/use-now.ts'
import RemovedPage from './RemovedPage.tsx'

const HINT_AFTER_MS = 2 * MINUTE

const isWaiting = (status: ProjectStatus) => status === 'COMING_UP' || status === 'UNKNOWN'

/** Shown while a project is made (spec §4): asks every 4 s, beside what the platform pushes. */
export default function ProvisioningPage({ project }: { project: Project }) {
  const { ref, name, operation } = project
  const { data, error } = useQuery(
    api.projects.status.queryOptions({
      input: { ref },
      // what an earlier page knew must not pass for an answer
      refetchOnMount: 'always',
      refetchInterval: pollUntil(({ status }) => !isWaiting(status), 4 * SECOND),
    }),
  )
  const hasMoved = data !== undefined && !isWaiting(data.status)
  useEffect(() => {
    if (hasMoved) void refreshProject(ref)
  }, [hasMoved, ref])

  const { cancel } = useOperationActions(project)
  const now = useNow()
  const elapsed = operation
    ? elapsedMs(operation, now)
    : Math.max(0, now - Date.parse(project.created_at))

  // a cancelled one is gone, and is not there to be asked about
  if (isNotFound(error)) return <RemovedPage project={project} />
  return (
    <OperationPage project={project} title={`Setting up ${name}`} cancel={cancel}>
      <p>
        Your database is being prepared. This page moves on by itself as soon as the project can be
        used.
      </p>
      {elapsed > HINT_AFTER_MS && (
        <Alert tone="warning" title="This takes longer than usual" className="text-left">
          If nothing moves, contact support: what they have to know is filled in.
        </Alert>
      )}
    </OperationPage>
  )
}
