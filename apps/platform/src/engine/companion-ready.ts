import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { ClusterError } from '@plinth/postgres'
import type { CompanionProcess } from './companion-process.ts'

const READY_TIMEOUT_MS = 30_000
const PROBE_TIMEOUT_MS = 3_000
const PAUSE_MS = 8
const UNAVAILABLE = 503
/** The name we ask under. */
export const PROBE = 'plinth-probe'

type Options = {
  /** The companion in words, to begin a sentence with. */
  readonly what: string
  readonly socketPath: string
  readonly signal: AbortSignal
}

/** Resolves once a companion answers. @throws ClusterError START_FAILED where it ends before, or takes too long */
export async function becomesReady(child: CompanionProcess, { what, socketPath, signal }: Options) {
  const deadline = performance.now() + READY_TIMEOUT_MS
  let ended: string | undefined
  void child.exited.then((how) => (ended = how))
  for (;;) {
    if (await isServing(socketPath, PROBE_TIMEOUT_MS)) return
    if (ended !== undefined) throw startFailure(child, `${what} ended with ${ended}`)
    if (performance.now() > deadline) throw startFailure(child, `${what} did not answer in time`)
    await sleep(PAUSE_MS, undefined, { signal })
  }
}

const startFailure = (child: CompanionProcess, what: string) => {
  const logTail = child.logTail()
  const last = logTail.at(-1)
  return new ClusterError('START_FAILED', last ? `${what}: ${last}` : what, { logTail })
}

/** Asks the API itself. It says 503 while it has no connection or has not read the schema. */
export function isServing(socketPath: string, timeoutMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const headers = { 'user-agent': PROBE }
    const asked = request({ socketPath, path: '/', method: 'HEAD', agent: false, headers })
    asked.setTimeout(timeoutMs, () => asked.destroy(new Error('No answer in time')))
    asked.once('response', (answer) => {
      answer.resume()
      resolve(answer.statusCode !== UNAVAILABLE)
    })
    // expected: nobody listens there yet, or any more
    asked.once('error', () => resolve(false))
    asked.end()
  })
}
