import { Suspense, lazy, useEffect, useSyncExternalStore } from 'react'
import { toastStore } from './toast-store.ts'

const RETRY_MS = 2_000

const region = () => import('./ToastRegion.tsx')

// what says that the server is gone may itself not be fetched while it is
async function regionAtLast(): Promise<typeof import('./ToastRegion.tsx')> {
  try {
    return await region()
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    return regionAtLast()
  }
}

const ToastRegion = lazy(async () => ({ default: (await regionAtLast()).ToastRegion }))

/**
 * Where toasts appear; render it once, last in the app. What shows them is loaded after somebody has
 * touched the page: before, nothing is told, and afterwards the server may be away.
 */
export function Toaster() {
  const isNeeded = useSyncExternalStore(toastStore.subscribe, toastStore.wasUsed)
  useEffect(() => {
    const touched = new AbortController()
    const load = () => {
      touched.abort()
      void regionAtLast()
    }
    addEventListener('pointerdown', load, { signal: touched.signal })
    addEventListener('keydown', load, { signal: touched.signal })
    return () => touched.abort()
  }, [])
  return <Suspense>{isNeeded && <ToastRegion />}</Suspense>
}
