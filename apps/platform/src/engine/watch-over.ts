import { type Cluster, superviseCluster } from '@plinth/postgres'
import type { Logger } from 'pino'
import type { EngineEvent, Observed } from './engine.ts'

export type Watch = {
  readonly port: () => number
  readonly cluster: () => Cluster | undefined
  readonly observe: () => Observed
  readonly stop: () => Promise<void>
}

type Options = {
  readonly start: (signal?: AbortSignal) => Promise<Cluster>
  readonly onState: (state: EngineEvent['state']) => void
  readonly log: Logger
}

/** Starts a project's server, so that a failure is the caller's to tell; from then on it is kept running. */
export async function watchOver({ start, onState, log }: Options): Promise<Watch> {
  const cluster = await start()
  let { port } = cluster
  let isDown = false
  let lastLog: readonly string[] = []

  const supervisor = superviseCluster({
    cluster,
    start,
    onState(next) {
      if (next.state === 'running') {
        ;({ port } = next.cluster)
        if (isDown) onState('running')
        isDown = false
      } else if (next.state === 'crashed') {
        isDown = true
        lastLog = next.logTail
        log.error({ exit: next.exit, lastLog: lastLog.slice(-5) }, 'Postgres ended by itself')
        onState('crashed')
      } else if (next.state === 'failed') {
        log.error({ err: next.error }, 'Postgres keeps ending and was left alone')
        onState('failed')
      }
    },
  })
  await supervisor.settled()

  return {
    port: () => port,
    cluster: () => supervisor.current(),
    observe() {
      const running = supervisor.current()
      if (running) return { state: 'running', pid: running.pid, port: running.port }
      return { state: supervisor.state() === 'failed' ? 'failed' : 'crashed', log: lastLog }
    },
    stop: () => supervisor.stop(),
  }
}
