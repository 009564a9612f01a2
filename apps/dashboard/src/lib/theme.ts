import { setDocumentTheme } from '@plinth/ui'

export const THEMES = ['light', 'dark', 'system'] as const
export type Theme = (typeof THEMES)[number]

const KEY = 'plinth:theme' // public/theme.js reads it before the first paint

export const storedTheme = (): Theme => {
  const stored = localStorage.getItem(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'system'
}

let stopFollowing = () => {}

export function applyTheme(theme: Theme) {
  stopFollowing()
  stopFollowing = setDocumentTheme(theme)
  localStorage.setItem(KEY, theme)
}
