import { type Theme, setDocumentTheme } from '@plinth/ui'
import { useSyncExternalStore } from 'react'
import { stored } from './stored.ts'

export type { Theme }

export const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'system', label: 'System' },
] as const satisfies readonly { value: Theme; label: string }[]

// public/theme.js reads the same place before the first paint
const storedTheme = stored('theme', (value): value is Theme =>
  THEMES.some((theme) => theme.value === value),
)

export const currentTheme = (): Theme => storedTheme.read() ?? 'system'

const listeners = new Set<() => void>()
let stopFollowing = () => {}

export function applyTheme(theme: Theme) {
  stopFollowing()
  stopFollowing = setDocumentTheme(theme)
  storedTheme.write(theme)
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme)
