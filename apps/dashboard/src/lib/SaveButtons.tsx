import { Button } from '@plinth/ui'

type Props = {
  readonly isDirty: boolean
  readonly onCancel: () => void
  readonly isSaving: boolean
  /** Why it may not be saved at all. */
  readonly refusal?: string | undefined
  /** What is shown may be saved as it is, such as a default nobody has confirmed. */
  readonly canSaveUnchanged?: boolean
}

/** The foot of a settings form: back to what is saved, or on. */
export const SaveButtons = ({
  isDirty,
  onCancel,
  isSaving,
  refusal,
  canSaveUnchanged = false,
}: Props) => (
  <>
    <Button disabled={!isDirty} onClick={onCancel}>
      Cancel
    </Button>
    <Button
      type="submit"
      variant="primary"
      loading={isSaving}
      disabledReason={refusal}
      disabled={!isDirty && !canSaveUnchanged}
    >
      Save
    </Button>
  </>
)
