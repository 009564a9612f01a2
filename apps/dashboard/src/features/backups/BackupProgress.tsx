import type { Operation, Project } from '@plinth/contract'
import { Button, Card, CardBody, CardHeader } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { useOperationActions } from '#app/api/use-operation-actions.ts'
import { ContactSupport } from '#app/lib/ContactSupport.tsx'
import { OperationLog } from '#app/lib/OperationLog.tsx'
import { OperationSteps } from '#app/lib/OperationSteps.tsx'
import { newestOperationOptions } from './queries.ts'

/** The backup that is being taken, or the last one if it failed; nothing otherwise. */
export function BackupProgress({ project }: { project: Project }) {
  const { data } = useQuery(newestOperationOptions(project.ref))
  const newest = data?.[0]
  const isTold = newest?.kind === 'backup' && !['succeeded', 'cancelled'].includes(newest.status)
  return isTold ? <Progress project={project} operation={newest} /> : null
}

function Progress({ project, operation }: { project: Project; operation: Operation }) {
  const { cancel, retry } = useOperationActions(project, operation)
  const hasFailed = operation.status === 'failed'
  return (
    <Card>
      <CardHeader
        title={hasFailed ? 'The last backup failed' : 'A backup is being taken'}
        description={
          hasFailed
            ? 'The project and its earlier backups are as they were.'
            : 'The project goes on as it is.'
        }
        actions={
          <>
            {hasFailed && <ContactSupport project={project} operation={operation} size="sm" />}
            {cancel && (
              <Button
                size="sm"
                loading={cancel.isBusy}
                disabledReason={cancel.disabledReason}
                onClick={cancel.run}
              >
                {cancel.isBusy ? 'Cancelling' : 'Cancel'}
              </Button>
            )}
            {retry && (
              <Button
                size="sm"
                loading={retry.isBusy}
                disabledReason={retry.disabledReason}
                onClick={retry.run}
              >
                Retry
              </Button>
            )}
          </>
        }
      />
      <CardBody className="flex flex-col gap-3">
        <OperationSteps operation={operation} />
        <OperationLog operation={operation} />
      </CardBody>
    </Card>
  )
}
