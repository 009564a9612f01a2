import type { Operation, Project } from '@plinth/contract'
import { Badge, Button, Card, CardBody, CardHeader, SkeletonLines, type Tone } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { api } from '#app/api/client.ts'
import { QueryError } from '#app/api/QueryError.tsx'
import { useOperationActions } from '#app/api/use-operation-actions.ts'
import { ContactSupport } from '#app/lib/ContactSupport.tsx'
import { duration } from '#app/lib/time.ts'
import { elapsedMs, operationName } from '#app/lib/operation-steps.ts'
import { OperationSteps } from '#app/lib/OperationSteps.tsx'
import { useNow } from '#app/lib/use-now.ts'
import { When } from '#app/lib/When.tsx'

const OUTCOMES = {
  queued: { label: 'Waiting', tone: 'neutral' },
  running: { label: 'Running', tone: 'info' },
  succeeded: { label: 'Done', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
  cancelled: { label: 'Cancelled', tone: 'neutral' },
} as const satisfies Record<Operation['status'], { label: string; tone: Tone }>

/** The newest thing that was done to the project, step by step. */
export function LastOperation({ project }: { project: Project }) {
  const query = useQuery({
    ...api.operations.list.queryOptions({ input: { ref: project.ref, limit: 1 } }),
    // mostly the one that came with the project: its steps need no room made for them later
    ...(project.operation && { placeholderData: [project.operation] }),
  })
  const operation = query.data?.[0]
  return (
    <Card>
      <CardHeader
        title="Last operation"
        description={operation && <Summary operation={operation} />}
        actions={
          operation && (
            <Badge tone={OUTCOMES[operation.status].tone}>{OUTCOMES[operation.status].label}</Badge>
          )
        }
      />
      <CardBody>
        {operation ? (
          <>
            <OperationSteps operation={operation} />
            {operation.status === 'failed' && <WaysOn project={project} operation={operation} />}
          </>
        ) : query.data ? (
          <p className="text-muted">Nothing was done to this project yet.</p>
        ) : query.error ? (
          <QueryError title="The last operation could not be loaded" query={query} />
        ) : (
          <SkeletonLines lines={4} label="Loading the last operation" />
        )}
      </CardBody>
    </Card>
  )
}

/** One that failed and left the project running can be tried again from here: no other page tells of it. */
function WaysOn({ project, operation }: { project: Project; operation: Operation }) {
  const { retry } = useOperationActions(project, operation)
  return (
    <div className="mt-4 flex flex-wrap gap-2">
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
      <ContactSupport project={project} operation={operation} size="sm" />
    </div>
  )
}

function Summary({ operation }: { operation: Operation }) {
  const now = useNow(operation.finished_at === null)
  return (
    <>
      {operationName(operation)}:{' '}
      {operation.finished_at ? (
        <>
          ended <When date={operation.finished_at} />, after {duration(elapsedMs(operation, now))}
        </>
      ) : (
        <>
          began <When date={operation.created_at} />
        </>
      )}
    </>
  )
}
