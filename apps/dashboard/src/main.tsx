import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { onSignedOut, queryClient } from '#app/api/query-client.ts'
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

// index.html has the element
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
