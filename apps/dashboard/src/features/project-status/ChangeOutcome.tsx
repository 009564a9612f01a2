import type { Project } from '@plinth/contract'
import { Button, toast } from '@plinth/ui'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { api } from '#app/api/client.ts'
import { useOperationActions } from '#app/api/use-operation-actions.ts'
import { OperationPage } from '#app/lib/OperationPage.tsx'
import { sentence } from '#app/lib/sentence.ts'
import { CHANGES } from './copy.ts'

/**
 * How a change that somebody watched has ended: well, in a word over the project's pages; not so, in
 * their place, or it would pass for done.
 */
export default function ChangeOutcome({
  project,
  operationId,
  screen,
  isToldBelow = false,
  onReturn,
  children,
}: {
  project: Project
  operationId: string
  screen: keyof typeof CHANGES
  /** The project's page says by itself what a failure has left. */
  isToldBelow?: boolean
  onReturn: () => void
  /** The project's pages. */
  children: ReactNode
}) {
  const { ref, name } = project
  const { data: operation } = useQuery(
    api.operations.view.queryOptions({ input: { ref, id: operationId }, refetchOnMount: 'always' }),
  )
  const { retry } = useOperationActions(project, operation ?? null)
  const { failed, afterwards, done } = CHANGES[screen]
  const status = operation?.status
  useEffect(() => {
    // by its id, or React's second look in development would say it twice
    if (status === 'succeeded') toast.success(done(name), { id: operationId })
    if (status === 'cancelled') toast.info(`${name} is as it was`, { id: operationId })
  }, [status, done, name, operationId])

  if (operation?.status !== 'failed' || isToldBelow) return children
  return (
    <OperationPage
      project={project}
      operation={operation}
      title={failed(name)}
      icon={<CircleAlert aria-hidden className="text-danger-text" />}
      retry={retry}
      actions={<Button onClick={onReturn}>Return to project</Button>}
    >
      <p>
        {sentence(operation.error?.message ?? 'A step failed')} {afterwards}
      </p>
    </OperationPage>
  )
}
