import { ConfirmDialog } from '@plinth/ui'
import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

type Props = {
  /** Whether leaving would lose anything now: a closed tab is asked about as well. */
  readonly isAsked: boolean
  /** Which ways lead away. */
  readonly shouldAsk: ShouldBlockFn
  readonly onLeave?: () => void
} & Pick<ComponentProps<typeof ConfirmDialog>, 'title' | 'description' | 'variant'>

/** Asks before a page is left on which something would be lost. */
export function ConfirmLeave({ isAsked, shouldAsk, onLeave, ...words }: Props) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: shouldAsk,
    enableBeforeUnload: isAsked,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      {...words}
      open={status === 'blocked'}
      onOpenChange={(open) => {
        if (!open) reset?.()
      }}
      cancelLabel="Stay"
      confirmLabel="Leave"
      onConfirm={() => {
        onLeave?.()
        proceed?.()
      }}
    />
  )
}
