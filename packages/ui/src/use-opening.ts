import { useCallback, useRef } from 'react'

/** As long as two presses of a mouse can be apart and still be one double click. */
const DOUBLE_CLICK_MS = 500

const FIELDS =
  'input:not([type=hidden], [readonly], :disabled), textarea:not([readonly], :disabled), [role=combobox], [role=radio]'

/** For what a dialog without a question begins at: the way back, where it only asks for a yes. */
export const beginsHere = { 'data-begins-here': true } as const

function firstField(dialog: HTMLElement): HTMLElement | null {
  const field = dialog.querySelector<HTMLElement>(FIELDS)
  // of several answers the one that is given already
  const group = field?.matches('[role=radio]') && field.closest('[role=radiogroup]')
  if (!field) return dialog.querySelector('[data-begins-here]')
  return (group && group.querySelector<HTMLElement>('[aria-checked=true]')) || field
}

/** How a dialog begins: at its first question, and not closed by the press that came with the opening one. */
export function useOpening({ locked = false }: { locked?: boolean | undefined } = {}) {
  const openedAtMs = useRef(0)
  const ref = useCallback((content: HTMLElement | null) => {
    if (content) openedAtMs.current = performance.now()
  }, [])
  return {
    ref,
    onOpenAutoFocus: (event: Event) => {
      const field = event.target instanceof HTMLElement && firstField(event.target)
      if (!field) return
      // the button that closes it comes first in the document, and would be pressed by Enter
      event.preventDefault()
      field.focus()
    },
    onInteractOutside: (event: Event) => {
      if (locked || event.timeStamp - openedAtMs.current < DOUBLE_CLICK_MS) event.preventDefault()
    },
  }
}
