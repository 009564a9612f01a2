import { FIRST_WAIT_MS, nextWait } from '#app/lib/back-off.ts'
import { api, client } from './client.ts'
import { applyEvent } from './apply-event.ts'
import { connection } from './connection.ts'
import { hasCode, isAnswer } from './errors.ts'
import { noticeSignOut, queryClient } from './query-client.ts'

const rest = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(wake, ms)
    function wake() {
      clearTimeout(timer)
      window.removeEventListener('online', wake)
      resolve()
    }
    signal.addEventListener('abort', wake)
    // a network that is back is not waited out
    window.addEventListener('online', wake)
  })

/** Reads one connection to its end. */
async function readStream(signal: AbortSignal, onReady: () => void): Promise<void> {
  const events = await client.events.stream({}, { signal })
  let wasReady = false
  for await (const event of events) {
    if (event.type === 'ready') {
      onReady()
      // what happened before this connection was not heard; later ones only say that it is alive
      if (!wasReady) {
        void queryClient.invalidateQueries({ queryKey: api.projects.key() })
        void queryClient.invalidateQueries({ queryKey: api.resources.warnings.key() })
      }
      wasReady = true
    }
    applyEvent(queryClient, event)
  }
}

/**
 * Keeps the caches up to date with what the platform pushes, until aborted. While it is down the
 * pages that wait for something poll anyway, so losing it costs seconds and never shows a wrong end.
 */
async function follow(signal: AbortSignal) {
  let waitMs = FIRST_WAIT_MS
  const onReady = () => {
    waitMs = FIRST_WAIT_MS
    connection.note('found')
  }
  while (!signal.aborted) {
    try {
      // an ended stream waits as a failed one does: a server that hangs up at once must not be flooded
      await readStream(signal, onReady)
    } catch (error) {
      if (signal.aborted) return
      // the session was ended elsewhere: this tab learns of it without being touched
      noticeSignOut(error)
      if (hasCode(error, 'UNAUTHORIZED')) return
      // the first failure is an open connection that broke off: most often it is open again at once
      if (waitMs > FIRST_WAIT_MS && !isAnswer(error)) connection.note('lost')
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
  const begin = () => {
    current?.abort()
    current = new AbortController()
    void follow(current.signal)
  }
  const update = () => {
    if (document.visibilityState === 'hidden') {
      current?.abort()
      current = undefined
    } else if (!current) begin()
  }
  update()
  document.addEventListener('visibilitychange', update)
  // a call failed: a connection that still seems to be open is one that nothing comes through any more
  const forget = connection.subscribe(() => {
    if (connection.isLost() && current) begin()
  })
  return () => {
    document.removeEventListener('visibilitychange', update)
    forget()
    current?.abort()
  }
}
