import { request } from 'node:http'
import { FUNCTION_LIMITS } from '@plinth/contract'
import { memoryOf } from './memory.ts'
import type { EndReason } from './types.ts'

const LOOK_MS = 250
const BEAT_MS = 1_000
const BLOCKED_MS = 5_000

type Options = {
  readonly pid: number
  readonly mark: string
  readonly socketPath: string
  readonly ready: Promise<void>
  readonly kill: (reason: EndReason) => void
}

/** Ends a function that holds too much memory, or that does one thing for so long that it answers nobody. */
export function watch({ pid, mark, socketPath, ready, kill }: Options): () => void {
  const looking = setInterval(() => {
    const found = memoryOf(pid)
    const judge = (mb = 0) => mb > FUNCTION_LIMITS.memoryMb && kill('memory')
    if (found instanceof Promise) void found.then(judge)
    else judge(found)
  }, LOOK_MS).unref()

  let beating: NodeJS.Timeout | undefined
  let isOver = false
  let answeredMs = performance.now()
  let isAsking = false

  function beat() {
    if (performance.now() - answeredMs > BLOCKED_MS) kill('blocked')
    if (isAsking) return
    isAsking = true
    const headers = { 'x-plinth-mark': mark.trim() }
    const asked = request({ socketPath, method: 'HEAD', agent: false, headers })
    asked.once('response', (answer) => {
      answer.resume()
      answeredMs = performance.now()
    })
    // expected: it is ending
    asked.once('error', () => undefined)
    asked.once('close', () => (isAsking = false))
    asked.end()
  }

  ready.then(
    () => {
      answeredMs = performance.now()
      if (!isOver) beating = setInterval(beat, BEAT_MS).unref()
    },
    () => undefined, // it ends, and with it this
  )
  return () => {
    isOver = true
    clearInterval(looking)
    clearInterval(beating)
  }
}
