import { useEffect } from 'react'
import { isApple } from '#app/lib/keys.ts'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('input, textarea, select'))

/**
 * The keys that work on every page. By hand: two keys are not worth what a library for them adds to
 * the first load.
 */
export function useShortcuts(open: (overlay: 'commands' | 'keyboard') => void) {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const isMod = isApple ? event.metaKey : event.ctrlKey
      if (isMod && event.key.toLowerCase() === 'k') open('commands')
      else if (event.key === '?' && !isTyping(event.target)) open('keyboard')
      else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [open])
}
