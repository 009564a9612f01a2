import { type Cluster, superviseCluster, watchSessionCrashes } from '@plinth/postgres'
import type { Logger } from 'pino'
import type { EngineEvent, Observed } from './engine.ts'
import { steadiness } from './steadiness.ts'

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
  const steady = steadiness()
  let unwatch = () => {}

  /** Its postmaster goes on by itself, and everybody who was connected is not any more. */
  function survived() {
    steady.crashed()
    steady.up()
    log.error('Postgres has dropped its sessions, as one of its processes crashed')
    if (steady.keepsCrashing()) onState('shaky')
  }

  const supervisor = superviseCluster({
    cluster,
    start,
    onState(next) {
      unwatch()
      if (next.state === 'running') {
        ;({ port } = next.cluster)
        steady.up()
        unwatch = watchSessionCrashes(next.cluster, survived)
        if (isDown) onState('running')
        isDown = false
      } else if (next.state === 'crashed') {
        isDown = true
        steady.crashed()
        lastLog = next.logTail
        log.error({ exit: next.exit, lastLog: lastLog.slice(-5) }, 'Postgres ended by itself')
        onState('crashed')
      } else if (next.state === 'failed') {
        log.error({ err: next.error }, 'Postgres keeps ending and is left alone for a while')
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
      const keepsCrashing = steady.keepsCrashing()
      if (running) return { state: 'running', pid: running.pid, port: running.port, keepsCrashing }
      return { state: supervisor.state() === 'failed' ? 'failed' : 'crashed', log: lastLog }
    },
    stop: () => supervisor.stop(),
  }
}
