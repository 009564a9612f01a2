import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext } from '@tanstack/react-router'
import { NotFoundPage } from '#app/layouts/NotFoundPage.tsx'
import { RootLayout } from '#app/layouts/RootLayout.tsx'

export const Route = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: RootLayout,
  notFoundComponent: () => (
    <main>
      <NotFoundPage />
    </main>
  ),
})
