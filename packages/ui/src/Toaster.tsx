import { Suspense, lazy, useSyncExternalStore } from 'react'
import { toastStore } from './toast-store.ts'

const ToastRegion = lazy(async () => ({ default: (await import('./ToastRegion.tsx')).ToastRegion }))

/** Where toasts appear; render it once, last in the app. What shows them is loaded with the first. */
export function Toaster() {
  const isNeeded = useSyncExternalStore(toastStore.subscribe, toastStore.wasUsed)
  return <Suspense>{isNeeded && <ToastRegion />}</Suspense>
}
