import { setTimeout as sleep } from 'node:timers/promises'
import { readLogTail } from './log-tail.ts'
import { endLeftovers } from './orphans.ts'
import { clusterPaths } from './paths.ts'
import { processesOf } from './postmaster-file.ts'
import { sendSignal } from './processes.ts'
import { ClusterError } from '#postgres/errors.ts'

/** How a postmaster ended; both are null when it was not our child and nobody could tell us. */
export type ClusterExit = { readonly code: number | null; readonly signal: NodeJS.Signals | null }

/** How to stop: `fast` disconnects everyone and checkpoints, `immediate` leaves the rest to recovery. */
export type StopOptions = {
  mode?: 'fast' | 'immediate'
  stopTimeoutMs?: number
  /** How long it may take after being told to drop everything; longer means a hang in the kernel. */
  quitTimeoutMs?: number
}

/** A running server as a value: dispose stops it and waits for its end. */
export type Cluster = AsyncDisposable & {
  readonly pid: number
  readonly port: number
  readonly clusterDir: string
  readonly dataDir: string
  readonly socketDir: string
  readonly exited: Promise<ClusterExit>
  /** The last lines of its log, newest last. */
  logTail: (count?: number) => Promise<string[]>
  /** Ends it whatever it takes; `isClean` is false when the next start has to recover. */
  stop: (options?: StopOptions) => Promise<{ isClean: boolean }>
  /** Makes it read its configuration files again. */
  reload: () => void
}

type Handle = { pid: number; port: number; clusterDir: string; exited: Promise<ClusterExit> }

/** Wraps a live postmaster, be it our child or one found again after we were killed. */
export function clusterOf(handle: Handle): Cluster {
  const { pid, port, clusterDir, exited } = handle
  const paths = clusterPaths(clusterDir)
  let isGone = false
  void exited.then(() => (isGone = true))

  async function end(options: StopOptions) {
    const isClean = !isGone && (await endPostmaster(handle, options))
    // a crashed or killed postmaster leaves backends that hold the shared memory
    await endLeftovers(clusterDir, 10_000)
    return { isClean }
  }

  let ending: Promise<{ isClean: boolean }> | undefined
  const stop = (options: StopOptions = {}) => {
    // a second caller may be more impatient: it does not get to wait for the first one's timeout
    if (ending && options.mode === 'immediate') sendSignal(pid, 'SIGQUIT')
    ending ??= end(options)
    return ending
  }
  return {
    pid,
    port,
    clusterDir,
    dataDir: paths.dataDir,
    socketDir: paths.socketDir,
    exited,
    logTail: (count = 50) => readLogTail(clusterDir, count),
    stop,
    reload() {
      if (isGone || !sendSignal(pid, 'SIGHUP')) {
        throw new ClusterError('NOT_RUNNING', `No server runs in ${clusterDir}`)
      }
    },
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
}

/** SIGINT is a fast shutdown, SIGQUIT an immediate one; SIGTERM would wait for the clients to leave. */
async function endPostmaster(
  { pid, clusterDir, exited }: Handle,
  { mode = 'fast', stopTimeoutMs = 60_000, quitTimeoutMs = 5_000 }: StopOptions,
): Promise<boolean> {
  // told to leave while it recovers from a crash, it waits for its checkpointer, which waits for it;
  // there is nothing to write that the next start would not recover, too
  if (mode === 'fast' && !(await isRecovering(clusterDir))) {
    sendSignal(pid, 'SIGINT')
    const exit = await within(exited, stopTimeoutMs)
    // an adopted server's exit code went to init; that it left by itself on SIGINT is what we know
    if (exit) return exit.signal === null && (exit.code ?? 0) === 0
  }
  sendSignal(pid, 'SIGQUIT')
  if (await within(exited, mode === 'immediate' ? stopTimeoutMs : quitTimeoutMs)) return false
  sendSignal(pid, 'SIGKILL')
  if (await within(exited, quitTimeoutMs)) return false
  throw new ClusterError(
    'STOP_TIMEOUT',
    `The server with pid ${pid} does not end, even when killed`,
  )
}

async function isRecovering(clusterDir: string): Promise<boolean> {
  const { all } = await processesOf(clusterPaths(clusterDir).dataDir)
  return all.some(({ title }) => /: startup( (recovering|waiting for) \S+)?$/.test(title))
}

async function within(exited: Promise<ClusterExit>, ms: number): Promise<ClusterExit | undefined> {
  const timer = new AbortController()
  const timeout = sleep(ms, undefined, { signal: timer.signal }).catch(() => undefined)
  const exit = await Promise.race([exited, timeout])
  timer.abort()
  return exit ?? undefined
}
