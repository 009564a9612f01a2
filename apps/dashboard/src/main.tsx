import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { isReachable } from '#app/api/is-reachable.ts'
import { onSignedOut, queryClient } from '#app/api/query-client.ts'
import { MINUTE, now, SECOND } from '#app/lib/time.ts'
import { applyTheme, currentTheme } from '#app/lib/theme.ts'
import { router } from './router.ts'
import './styles.css'

applyTheme(currentTheme())

onSignedOut(() => {
  const { pathname, href } = router.state.location
  if (pathname === '/sign-in') return
  // what was fetched for one person must not be shown to the next
  queryClient.clear()
  void router.navigate({ to: '/sign-in', search: { next: href } })
})

// A tab from before an update asks for files that are gone. Loading it anew brings the new ones, once:
// where even that does not help, the error page says so.
async function loadAnew() {
  const key = 'plinth:reloaded-at'
  const last = Number(sessionStorage.getItem(key) ?? 0)
  // while the platform is away the browser's own error page would take this one's place
  if (now() - last < MINUTE || !(await isReachable())) return
  // one that is going away takes no new connection, and answers a little longer on those it has
  await new Promise((resolve) => setTimeout(resolve, 2 * SECOND))
  if (!(await isReachable())) return
  sessionStorage.setItem(key, String(now()))
  location.reload()
}

window.addEventListener('vite:preloadError', ({ payload }) => {
  // by these words the router would load it anew without asking whether there is anything to load
  payload.message = `Could not be fetched: ${payload.message}`
  void loadAnew()
})

// index.html has the element
createRoot(document.getElementById('root')!, {
  // React would print what an error page has already said; the page reports what nobody expected
  onCaughtError: () => undefined,
}).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
