import { ConfirmDialog } from '@plinth/ui'
import { useBlocker } from '@tanstack/react-router'

/** Asks before code that was not deployed is left behind. */
export function LeaveDraft({ isDirty }: { isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) reset?.()
      }}
      title="Your changes are not deployed"
      description="They are kept nowhere but on this page, and are lost when you leave it."
      cancelLabel="Stay"
      confirmLabel="Leave"
      variant="danger"
      onConfirm={() => proceed?.()}
    />
  )
}
