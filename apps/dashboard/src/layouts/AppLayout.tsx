import { Outlet } from '@tanstack/react-router'
import { Suspense, lazy, useEffect, useState } from 'react'
import { followPlatform } from '#app/api/live.ts'
import { whenIdle } from '#app/lib/when-idle.ts'
import { ConnectionStrip } from './ConnectionStrip.tsx'
import { Header } from './Header.tsx'
import { SideNav } from './SideNav.tsx'
import { preloadStatusPages } from './status-pages.tsx'
import { useShortcuts } from './use-shortcuts.ts'

const CommandPalette = lazy(() => import('./CommandPalette.tsx'))
const KeyboardHelp = lazy(() => import('./KeyboardHelp.tsx'))

type Overlay = 'commands' | 'keyboard' | undefined

/** The shell around every page of a person who is signed in. */
export function AppLayout() {
  const [overlay, setOverlay] = useState<Overlay>()
  useEffect(followPlatform, [])
  useEffect(() => whenIdle(preloadStatusPages), [])
  useShortcuts(setOverlay)
  const close = () => setOverlay(undefined)
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#main"
        className="sr-only z-50 rounded-md bg-raised shadow-md focus-visible:not-sr-only focus-visible:fixed focus-visible:top-1.5 focus-visible:left-2 focus-visible:px-3! focus-visible:py-2!"
      >
        Skip to the page
      </a>
      <Header
        onSearch={() => setOverlay('commands')}
        onKeyboardHelp={() => setOverlay('keyboard')}
      />
      <ConnectionStrip />
      <div className="flex min-h-0 flex-1">
        <SideNav />
        {/* focusable for the link above */}
        <main id="main" tabIndex={-1} className="min-w-0 flex-1 overflow-y-auto outline-none">
          <Outlet />
        </main>
      </div>
      <Suspense>
        {overlay === 'commands' && (
          <CommandPalette onClose={close} onKeyboardHelp={() => setOverlay('keyboard')} />
        )}
        {overlay === 'keyboard' && <KeyboardHelp onClose={close} />}
      </Suspense>
    </div>
  )
}
