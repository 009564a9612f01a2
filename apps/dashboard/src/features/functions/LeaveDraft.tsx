import { ConfirmLeave } from '#app/lib/ConfirmLeave.tsx'
import type { keptDraft } from './drafts.ts'

type Props = {
  readonly isDirty: boolean
  readonly kept: Pick<ReturnType<typeof keptDraft>, 'read' | 'forget'>
}

/** Asks before code that was not deployed is left behind. */
export const LeaveDraft = ({ isDirty, kept }: Props) => (
  <ConfirmLeave
    isAsked={isDirty}
    // what was deployed is kept no longer, and is left before this is rendered again
    shouldAsk={({ current, next }) =>
      isDirty && kept.read() !== undefined && current.pathname !== next.pathname
    }
    title="Your changes are not deployed"
    description="They are kept nowhere but on this page, and are lost when you leave it."
    variant="danger"
    onLeave={() => kept.forget()}
  />
)
