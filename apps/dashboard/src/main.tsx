import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#app/api/query-client.ts'
import { applyTheme, storedTheme } from '#app/lib/theme.ts'
import { router } from './router.ts'
import './styles.css'

applyTheme(storedTheme())

createRoot(document.getElementById('root')!).render(
  // index.html has the element
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
