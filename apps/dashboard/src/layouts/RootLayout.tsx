import { Toaster, TooltipProvider } from '@plinth/ui'
import { Outlet } from '@tanstack/react-router'
import { EntityTitleProvider } from '#app/lib/entity-title.tsx'
import { DocumentTitle } from './DocumentTitle.tsx'

/** What every page has, signed in or not. */
export const RootLayout = () => (
  <TooltipProvider>
    <EntityTitleProvider>
      <DocumentTitle />
      <Outlet />
    </EntityTitleProvider>
    <Toaster />
  </TooltipProvider>
)
