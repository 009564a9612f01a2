import { useState } from 'react'

/**
 * Gives the focus back to what opened a dialog. Radix does so for a trigger of its own; ours are opened
 * by state, from anywhere.
 */
export function useFocusReturn(isOpen: boolean) {
  const [known, setKnown] = useState<Known>({ isOpen: false })
  // looked up while rendering: a field of the dialog may take the focus as soon as it is there
  if (isOpen !== known.isOpen)
    setKnown(isOpen ? { isOpen, opener: openerOf(document.activeElement) } : { ...known, isOpen })
  return {
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (known.opener?.isConnected) known.opener.focus()
      // the button of a row that was deleted is gone with it; a new page may have its own idea
      else if (document.activeElement === document.body)
        document.querySelector<HTMLElement>('main')?.focus({ preventScroll: true })
    },
  }
}

type Known = { readonly isOpen: boolean; readonly opener?: HTMLElement | null }

// A menu's item is gone by the time the dialog closes, its button is not; a submenu's button is an item.
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]')
  if (!menu) return element instanceof HTMLElement ? element : null
  return openerOf(document.getElementById(menu.getAttribute('aria-labelledby') ?? ''))
}
