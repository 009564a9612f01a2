import { FIRST_WAIT_MS, nextWait } from '#app/lib/back-off.ts'
import { api, client } from './client.ts'
import { applyEvent } from './apply-event.ts'
import { hasCode } from './errors.ts'
import { noticeSignOut, queryClient } from './query-client.ts'

const rest = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Reads one connection to its end; says whether the platform was there at all. */
async function readStream(signal: AbortSignal): Promise<boolean> {
  const events = await client.events.stream({}, { signal })
  let wasReady = false
  for await (const event of events) {
    if (event.type === 'ready') {
      // what happened before this connection was not heard
      void queryClient.invalidateQueries({ queryKey: api.projects.key() })
      if (!wasReady) void queryClient.invalidateQueries({ queryKey: api.resources.warnings.key() })
      wasReady = true
    }
    applyEvent(queryClient, event)
  }
  return wasReady
}

/**
 * Keeps the caches up to date with what the platform pushes, until aborted. While it is down the
 * pages that wait for something poll anyway, so losing it costs seconds and never shows a wrong end.
 */
async function follow(signal: AbortSignal) {
  let waitMs = FIRST_WAIT_MS
  while (!signal.aborted) {
    try {
      // an ended stream waits as a failed one does: a server that hangs up at once must not be flooded
      if (await readStream(signal)) waitMs = FIRST_WAIT_MS
    } catch (error) {
      if (signal.aborted) return
      // the session was ended elsewhere: this tab learns of it without being touched
      noticeSignOut(error)
      if (hasCode(error, 'UNAUTHORIZED')) return
    }
    await rest(waitMs, signal)
    waitMs = nextWait(waitMs, Math.random())
  }
}

/**
 * Follows the platform while this tab is in sight. A hidden tab lets go of its connection: browsers
 * hold only six to one HTTP/1.1 server, and a seventh tab would wait for ever.
 *
 * @returns stops following.
 */
export function followPlatform(): () => void {
  let current: AbortController | undefined
  const update = () => {
    if (document.visibilityState === 'hidden') {
      current?.abort()
      current = undefined
    } else if (!current) {
      current = new AbortController()
      void follow(current.signal)
    }
  }
  update()
  document.addEventListener('visibilitychange', update)
  return () => {
    document.removeEventListener('visibilitychange', update)
    current?.abort()
  }
}
