import type { Operation, Project } from '@plinth/contract'
import { Button, StatusPage } from '@plinth/ui'
import { RotateCw } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { ContactSupport } from './ContactSupport.tsx'
import { elapsedMs } from './operation-steps.ts'
import { OperationLog } from './OperationLog.tsx'
import { OperationSteps } from './OperationSteps.tsx'
import { SECOND, countingSeconds, duration, now } from './time.ts'
import { useNow } from './use-now.ts'
import { When } from './When.tsx'

type Action = {
  readonly run: () => void
  readonly isBusy: boolean
  readonly disabledReason: string | undefined
}

type OperationPageProps = {
  project: Project
  operation?: Operation | null
  title: ReactNode
  children: ReactNode
  /** Without one, work is under way. */
  icon?: ReactNode
  /** In place of the operation's own. */
  steps?: ReactNode
  retry?: Action | undefined
  cancel?: Action | undefined
  /** Ways on that are this page's own, the main one last. */
  actions?: ReactNode
}

/** Said of an operation that nobody has begun: usually it is, before this can be read. */
function WaitsForItsTurn() {
  const [sinceMs] = useState(now)
  if (useNow() - sinceMs < 2 * SECOND) return null
  return <p>It waits for its turn: other operations of this installation come first.</p>
}

/** What is being done to a project, or what came of it: step by step, since when, and the ways out. */
export function OperationPage({
  project,
  operation = project.operation,
  title,
  children,
  icon,
  steps,
  retry,
  cancel,
  actions,
}: OperationPageProps) {
  return (
    <StatusPage
      title={title}
      busy={icon === undefined}
      icon={icon}
      steps={steps ?? (operation && <OperationSteps operation={operation} />)}
      actions={
        <>
          <ContactSupport project={project} operation={operation} />
          {cancel && <CancelButton action={cancel} />}
          {actions}
          {retry && <RetryButton action={retry} />}
        </>
      }
      footer={operation && <Footer operation={operation} />}
      // last, for who wants to know more: the ways on come first
      details={operation && <OperationLog operation={operation} />}
    >
      {children}
      {operation?.status === 'queued' && <WaitsForItsTurn />}
    </StatusPage>
  )
}

const CancelButton = ({ action: { run, isBusy, disabledReason } }: { action: Action }) => (
  <Button loading={isBusy} disabledReason={disabledReason} onClick={run}>
    {isBusy ? 'Cancelling' : 'Cancel'}
  </Button>
)

const RetryButton = ({ action: { run, isBusy, disabledReason } }: { action: Action }) => (
  <Button
    variant="primary"
    icon={<RotateCw aria-hidden />}
    loading={isBusy}
    disabledReason={disabledReason}
    onClick={run}
  >
    Retry
  </Button>
)

function Footer({ operation }: { operation: Operation }) {
  const isLive = operation.finished_at === null
  const elapsed = elapsedMs(operation, useNow(isLive))
  if (operation.finished_at === null)
    return <span role="timer">{countingSeconds(elapsed)} so far</span>
  return (
    <>
      {operation.status === 'failed' ? 'Failed' : 'Ended'} <When date={operation.finished_at} />,
      after {duration(elapsed)}
    </>
  )
}
