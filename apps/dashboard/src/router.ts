import { createRouter } from '@tanstack/react-router'
import { createElement } from 'react'
import { queryClient } from '#app/api/query-client.ts'
import { ErrorPage } from '#app/layouts/ErrorPage.tsx'
import { NotFoundPage } from '#app/layouts/NotFoundPage.tsx'
import { PendingPage } from '#app/layouts/PendingPage.tsx'
import type { PageTitleParts } from '#app/lib/page-title.ts'
import { routeTree } from './routeTree.gen.ts'

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // the query cache knows what is stale; the router asks it every time
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: () => createElement(NotFoundPage),
  defaultPendingComponent: PendingPage,
  defaultPendingMs: 400,
  defaultPendingMinMs: 200,
  // what an address says beyond what its page reads is not there: a made-up panel opens nothing
  search: { strict: true },
  scrollRestoration: true,
  // the shell does not scroll; the page inside it does
  scrollToTopSelectors: ['#main', '#page'],
})

declare module '@tanstack/react-router' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface Register {
    router: typeof router
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface StaticDataRouteOption {
    /** What the page is called in the browser's title; see lib/page-title.ts. */
    title?: Pick<PageTitleParts, 'page' | 'product'>
  }
}
