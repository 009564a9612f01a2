import { useRef } from 'react'

/**
 * Gives the focus back to what opened a dialog. Radix does so for a trigger of its own; ours are opened
 * by state, from anywhere.
 */
export function useFocusReturn() {
  const opener = useRef<HTMLElement>(null)
  return {
    onOpenAutoFocus: () => {
      opener.current = openerOf(document.activeElement)
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      opener.current?.focus()
    },
  }
}

// A menu's item is gone by the time the dialog closes, its button is not; a submenu's button is an item.
function openerOf(element: Element | null): HTMLElement | null {
  const menu = element?.closest('[role=menu]')
  if (!menu) return element instanceof HTMLElement ? element : null
  return openerOf(document.getElementById(menu.getAttribute('aria-labelledby') ?? ''))
}
