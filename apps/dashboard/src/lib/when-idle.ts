import { SECOND } from './time.ts'

/** Runs this once the browser has nothing better to do; returns what calls it off. */
export function whenIdle(run: () => void): () => void {
  // not every browser says when that is
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(run, SECOND)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run)
  return () => cancelIdleCallback(handle)
}
