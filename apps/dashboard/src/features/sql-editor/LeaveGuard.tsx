import { ConfirmDialog } from '@plinth/ui'
import { useBlocker } from '@tanstack/react-router'

/** Leaving the editor cancels what runs, so that is asked first; going from query to query is not leaving. */
export function LeaveGuard({ projectRef, isRunning }: { projectRef: string; isRunning: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) =>
      isRunning && !`${next.pathname}/`.startsWith(`/project/${projectRef}/sql/`),
    enableBeforeUnload: isRunning,
    withResolver: true,
  })
  // a query that ends while this is asked leaves nothing to ask about
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) reset?.()
      }}
      title="A query is still running"
      description={
        isRunning
          ? 'Leaving the editor cancels it, and what it has not committed is undone.'
          : 'It has just ended; its results are lost when you leave.'
      }
      cancelLabel="Stay"
      confirmLabel="Leave"
      onConfirm={() => proceed?.()}
    />
  )
}
