import type { Operation, Project } from '@plinth/contract'
import { Button, CodeBlock, StatusPage, toast } from '@plinth/ui'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { api } from '#app/api/client.ts'
import { messageOf } from '#app/api/errors.ts'
import { refreshProject } from '#app/api/project.ts'
import { useMay } from '#app/api/session.ts'
import { OperationSteps } from '#app/lib/OperationSteps.tsx'

/** Shown when a project could not be made: what failed, in which words, and the two ways on. */
export function InitFailedPage({
  project,
  deletion,
}: {
  project: Project
  /** The button that deletes it. */
  deletion: ReactNode
}) {
  const { operation } = project
  return (
    <StatusPage
      title={`${project.name} could not be set up`}
      icon={<CircleAlert aria-hidden className="text-danger-text" />}
      steps={operation && <OperationSteps operation={operation} />}
      actions={
        <>
          {deletion}
          {operation && <RetryButton project={project} operation={operation} />}
        </>
      }
      footer={`Reference ${project.ref}`}
    >
      <p>
        {operation?.error?.message ??
          'Making its database failed. Nothing of it is running, and nothing else was touched.'}
      </p>
      {operation?.error && operation.error.log.length > 0 && (
        <CodeBlock
          title="Last lines of the log"
          code={operation.error.log.join('\n')}
          maxLines={14}
          className="text-left"
        />
      )}
    </StatusPage>
  )
}

function RetryButton({ project, operation }: { project: Project; operation: Operation }) {
  const { ref, organization_slug: organizationSlug } = project
  const mayUpdate = useMay('projects:update', { organizationSlug, projectRef: ref })
  const retry = useMutation(
    api.operations.retry.mutationOptions({
      onSuccess: () => refreshProject(ref),
      onError: (error) => toast.error(`Failed to retry: ${messageOf(error)}`),
    }),
  )
  const disabledReason = mayUpdate
    ? operation.can_retry
      ? undefined
      : 'This step cannot be run again. Delete the project and create another.'
    : 'You need additional permissions to retry this'
  return (
    <Button
      variant="primary"
      icon={<RotateCw aria-hidden />}
      loading={retry.isPending}
      disabledReason={disabledReason}
      onClick={() => retry.mutate({ ref, id: operation.id })}
    >
      Retry
    </Button>
  )
}
