import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster, ClusterExit, StopOptions } from './cluster.ts'

/** What a supervisor tells about its cluster. */
export type SupervisedState =
  | { readonly state: 'running'; readonly cluster: Cluster }
  | { readonly state: 'crashed'; readonly exit: ClusterExit; readonly logTail: readonly string[] }
  | { readonly state: 'restarting'; readonly attempt: number; readonly delayMs: number }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'stopped' }

const REST_MS = 600_000

type SuperviseOptions = {
  start: (signal: AbortSignal) => Promise<Cluster>
  onState: (state: SupervisedState) => void
  /** A cluster that runs already, such as an adopted one. */
  cluster?: Cluster | undefined
  /** Waits before each restart in a row; the last one repeats. */
  backoffMs?: readonly number[]
  /** More crashes and failed starts than this within `windowMs` and it is left alone. */
  maxCrashes?: number
  windowMs?: number
  /** How long; what it ended by may have been mended meanwhile. */
  restMs?: number
}

/** Keeps a cluster running until it is told to stop. */
export type Supervisor = AsyncDisposable & {
  /** The cluster while it runs. */
  current: () => Cluster | undefined
  state: () => SupervisedState['state'] | 'starting'
  /** Resolves when it runs or is left alone. */
  settled: () => Promise<Cluster | undefined>
  /** Starts anew after `failed`, without the rest. */
  retry: () => void
  stop: (options?: StopOptions) => Promise<void>
}

/** Starts a cluster, notices when it ends on its own, and starts it again, waiting longer each time. */
export function superviseCluster(options: SuperviseOptions): Supervisor {
  const { onState } = options
  const stopping = new AbortController()
  // from the first moment, or a stop in that moment would leave it running
  let cluster: Cluster | undefined = options.cluster
  let state: ReturnType<Supervisor['state']> = 'starting'
  let settled = Promise.withResolvers<Cluster | undefined>()
  let waking = new AbortController()
  const record = crashRecord(options)
  const watching = watch(options.cluster)

  function tell(next: SupervisedState) {
    state = next.state
    cluster = next.state === 'running' ? next.cluster : undefined
    if (next.state === 'crashed') settled = Promise.withResolvers()
    if (next.state === 'running' || next.state === 'failed') settled.resolve(cluster)
    onState(next)
  }

  async function watch(adopted: Cluster | undefined): Promise<void> {
    // not in the caller's own turn: it has no supervisor to look at yet
    await Promise.resolve()
    for (let ready = adopted; !stopping.signal.aborted; ready = undefined) {
      try {
        const running = ready ?? (await options.start(stopping.signal))
        tell({ state: 'running', cluster: running })
        const exit = await running.exited
        if (stopping.signal.aborted) return
        record.note()
        tell({ state: 'crashed', exit, logTail: await running.logTail(50).catch(() => []) })
        // what it left behind holds its memory, and would refuse the next start
        await running.stop({ mode: 'immediate' })
        if (record.isTooMany()) throw new Error('It crashed too often')
      } catch (error) {
        if (stopping.signal.aborted) return
        // a failed start counts like a crash
        if (state !== 'crashed') record.note()
        if (record.isTooMany()) {
          await leaveAlone(error)
          continue
        }
      }
      const { attempt, delayMs } = record.nextDelay()
      tell({ state: 'restarting', attempt, delayMs })
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }

  /** Until it has rested or somebody asks for it. */
  async function leaveAlone(error: unknown) {
    waking = new AbortController()
    const { signal } = waking
    tell({ state: 'failed', error })
    // nobody waits for what comes then
    await sleep(options.restMs ?? REST_MS, undefined, { signal, ref: false }).catch(() => undefined)
    if (!stopping.signal.aborted) wake()
  }

  /** What comes now has a clean record. */
  function wake() {
    if (state !== 'failed') return
    ;[state, settled] = ['starting', Promise.withResolvers()]
    record.forget()
    waking.abort()
  }

  async function stop(stopOptions?: StopOptions) {
    stopping.abort()
    waking.abort()
    await cluster?.stop(stopOptions)
    // a start that was under way either ends by the signal or hands over a cluster to stop
    await watching
    await cluster?.stop(stopOptions)
    settled.resolve(undefined)
    tell({ state: 'stopped' })
  }

  return {
    current: () => cluster,
    state: () => state,
    settled: () => settled.promise,
    retry: wake,
    stop,
    [Symbol.asyncDispose]: () => stop(),
  }
}

function crashRecord({
  backoffMs = [100, 500, 2_000, 10_000, 30_000],
  maxCrashes = 5,
  windowMs = 300_000,
}: SuperviseOptions) {
  let crashes: number[] = []
  const recent = () => (crashes = crashes.filter((at) => at > performance.now() - windowMs))
  return {
    note: () => void crashes.push(performance.now()),
    forget: () => void (crashes = []),
    isTooMany: () => recent().length > maxCrashes,
    nextDelay() {
      const attempt = recent().length
      return { attempt, delayMs: backoffMs[attempt - 1] ?? backoffMs.at(-1) ?? 0 }
    },
  }
}
