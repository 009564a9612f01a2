/** The themes a person can choose; `system` follows the operating system. */
export type Theme = 'light' | 'dark' | 'system'

const query = '(prefers-color-scheme: dark)'

/**
 * Puts a theme on <html>, and for `system` keeps following the system's.
 *
 * @returns stops following.
 */
export function setDocumentTheme(theme: Theme): () => void {
  const media = matchMedia(query)
  const apply = () => {
    const resolved = theme === 'system' ? (media.matches ? 'dark' : 'light') : theme
    document.documentElement.dataset['theme'] = resolved
  }
  apply()
  if (theme !== 'system') return () => {}
  media.addEventListener('change', apply)
  return () => media.removeEventListener('change', apply)
}
