import { ConfirmDialog } from '@plinth/ui'

type DiscardDraftProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onDiscard: () => void
}

/** Asked where a new query cannot be saved and would be lost. */
export const DiscardDraft = ({ open, onOpenChange, onDiscard }: DiscardDraftProps) => (
  <ConfirmDialog
    open={open}
    onOpenChange={onOpenChange}
    title="Discard this query?"
    description="It is not saved. Starting a new query throws its text away."
    confirmLabel="Discard"
    variant="danger"
    onConfirm={onDiscard}
  />
)
