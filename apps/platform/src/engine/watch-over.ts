import type { Cluster } from '@plinth/postgres'
import type { Logger } from 'pino'
import type { EngineEvent, Observed } from './engine.ts'

const BACKOFF_MS = [0, 250, 1000, 3000, 8000]
const MAX_CRASHES = 5
const WINDOW_MS = 120_000

export type Watch = {
  readonly port: () => number
  readonly observe: () => Observed
  readonly logTail: (lines: number) => Promise<readonly string[]>
  readonly stop: () => Promise<void>
}

type Options = {
  readonly start: () => Promise<Cluster>
  readonly onState: (state: EngineEvent['state']) => void
  readonly log: Logger
}

/**
 * Starts a server and starts it again when it ends by itself, each time a little later; one that
 * keeps ending is left alone as failed. Stopping is the only way it goes quietly.
 */
export async function watchOver({ start, onState, log }: Options): Promise<Watch> {
  let cluster = await start()
  let state: 'running' | 'crashed' | 'failed' = 'running'
  let lastLog: readonly string[] = []
  let isStopping = false
  const crashes: number[] = []
  const stopping = new AbortController()

  const pause = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms)
      stopping.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })

  async function keep() {
    for (;;) {
      const exit = await cluster.exited
      if (isStopping) return
      lastLog = await cluster.logTail(50)
      log.error({ exit, lastLog: lastLog.slice(-5) }, 'Postgres ended by itself')
      if (!(await restart())) return
    }
  }

  async function restart(): Promise<boolean> {
    state = 'crashed'
    onState('crashed')
    for (;;) {
      const now = performance.now()
      crashes.push(now)
      while (crashes[0] !== undefined && now - crashes[0] > WINDOW_MS) crashes.shift()
      if (crashes.length > MAX_CRASHES) {
        state = 'failed'
        onState('failed')
        return false
      }
      await pause(BACKOFF_MS[crashes.length - 1] ?? 8000)
      if (isStopping) return false
      try {
        cluster = await start()
        if (isStopping) return false // stop() ends this one, too
        state = 'running'
        onState('running')
        return true
      } catch (error) {
        log.error({ err: error }, 'Postgres could not be started again')
      }
    }
  }

  const kept = keep().catch((error: unknown) => log.error({ err: error }, 'the watch itself broke'))
  return {
    port: () => cluster.port,
    observe: () =>
      state === 'running'
        ? { state, pid: cluster.pid, port: cluster.port }
        : { state, log: lastLog },
    logTail: (lines) => cluster.logTail(lines),
    async stop() {
      isStopping = true
      stopping.abort()
      await cluster.stop()
      await kept
      // one that was just coming up again
      await cluster.stop()
    },
  }
}
