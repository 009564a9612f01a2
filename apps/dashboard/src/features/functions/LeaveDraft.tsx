import { ConfirmDialog } from '@plinth/ui'
import { useBlocker } from '@tanstack/react-router'
import type { keptDraft } from './drafts.ts'

type Props = {
  readonly isDirty: boolean
  readonly kept: Pick<ReturnType<typeof keptDraft>, 'read' | 'forget'>
}

/** Asks before code that was not deployed is left behind. */
export function LeaveDraft({ isDirty, kept }: Props) {
  const { status, proceed, reset } = useBlocker({
    // what was deployed is kept no longer, and is left before this is rendered again
    shouldBlockFn: ({ current, next }) =>
      isDirty && kept.read() !== undefined && current.pathname !== next.pathname,
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
      onConfirm={() => {
        kept.forget()
        proceed?.()
      }}
    />
  )
}
