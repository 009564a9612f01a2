import { TooltipProvider } from '@plinth/ui'
import { Outlet } from '@tanstack/react-router'

export const RootLayout = () => (
  <TooltipProvider>
    <Outlet />
  </TooltipProvider>
)
