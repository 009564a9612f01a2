// Runs before the first paint, so that a dark page never flashes light. A file of its own because the
// content policy allows no inline script; lib/theme.ts writes what it reads.
;(() => {
  let theme = 'system'
  try {
    theme = localStorage.getItem('plinth:theme') ?? theme
  } catch {
    // storage is switched off in this browser: the system's theme it is
  }
  const isDark =
    theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = isDark ? 'dark' : 'light'
})()
