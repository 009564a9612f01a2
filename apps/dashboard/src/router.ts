import { createRouter } from '@tanstack/react-router'
import { queryClient } from '#app/api/query-client.ts'
import type { PageTitleParts } from '#app/lib/page-title.ts'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // the query cache knows what is stale; the router asks it every time
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
  interface StaticDataRouteOption {
    /** What the page is called in the browser's title; see lib/page-title.ts. */
    title?: Pick<PageTitleParts, 'page' | 'product'>
  }
}
