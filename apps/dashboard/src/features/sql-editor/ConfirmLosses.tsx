import { ConfirmDialog } from '@plinth/ui'

type ConfirmLossesProps = {
  isAsking: boolean
  losses: readonly string[]
  onConfirm: () => void
  onDismiss: () => void
}

const LISTED = 8

/** Asks once more, naming what a query would destroy. */
export const ConfirmLosses = ({ isAsking, losses, onConfirm, onDismiss }: ConfirmLossesProps) => (
  <ConfirmDialog
    open={isAsking}
    onOpenChange={(next) => {
      if (!next) onDismiss()
    }}
    title="Run this query?"
    description="It destroys data or structure, and there is no undo once it is committed."
    confirmLabel="Run query"
    variant="danger"
    onConfirm={onConfirm}
  >
    <ul className="list-disc space-y-1 pl-5 text-sm break-words">
      {losses.slice(0, LISTED).map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
      {losses.length > LISTED && <li>and {losses.length - LISTED} more like these</li>}
    </ul>
  </ConfirmDialog>
)
