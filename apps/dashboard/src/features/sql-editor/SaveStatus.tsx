import { Button, Kbd, Tooltip } from '@plinth/ui'
import { Check, CloudAlert, LoaderCircle } from 'lucide-react'
import { MOD } from './keys.ts'
import type { SaveState } from './saver.ts'

type SaveStatusProps = {
  state: SaveState
  /** Not on the platform yet: only the person's own wish brings it there. */
  isNew: boolean
  isEmpty: boolean
  canSave: boolean
  onSave: () => void
}

const WORDS = {
  saved: 'Saved',
  unsaved: 'Unsaved changes',
  saving: 'Saving…',
  failed: 'Not saved',
} as const satisfies Record<SaveState['kind'], string>

/** How far a query has got to the platform, and the way to bring it there. */
export function SaveStatus({ state, isNew, isEmpty, canSave, onSave }: SaveStatusProps) {
  if (!canSave || (isNew && isEmpty && state.kind === 'unsaved')) return null
  const status = (
    <span className="flex items-center gap-1 whitespace-nowrap [&_svg]:size-3.5" tabIndex={-1}>
      {state.kind === 'saved' && <Check aria-hidden />}
      {state.kind === 'saving' && <LoaderCircle aria-hidden className="animate-spin" />}
      {state.kind === 'failed' && <CloudAlert aria-hidden className="text-danger-text" />}
      <span className="max-sm:sr-only">{WORDS[state.kind]}</span>
    </span>
  )
  return (
    <div className="flex shrink-0 items-center gap-2 text-xs text-muted">
      <span role="status">
        {state.kind === 'failed' ? <Tooltip content={state.message}>{status}</Tooltip> : status}
      </span>
      {(state.kind === 'failed' || state.kind === 'unsaved') && (
        <Button size="sm" onClick={onSave}>
          {state.kind === 'failed' ? 'Try again' : 'Save'}
          <Kbd className="max-md:hidden">{MOD}S</Kbd>
        </Button>
      )}
    </div>
  )
}
