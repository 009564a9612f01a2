import { type ChildProcess, spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, type ClusterExit, clusterOf } from './cluster.ts'
import type { Engine } from './engine.ts'
import { isPortFree } from './free-port.ts'
import { readLogTail } from './log-tail.ts'
import { endLeftovers } from './orphans.ts'
import { handOver, type OsUser } from './os-user.ts'
import { assertSocketPath, clusterPaths } from './paths.ts'
import { processesOf, readPostmasterFile } from './postmaster-file.ts'
import { bareEnvironment } from './run-command.ts'
import { serverArguments } from './server-arguments.ts'
import { assertTraversable } from './traversable.ts'
import { ClusterError, isSystemError } from '#postgres/errors.ts'

/** What a server needs to start. */
export type StartOptions = {
  engine: Engine
  clusterDir: string
  port: number
  /** Where TCP connections are taken; an empty text means nowhere but on the Unix socket. */
  listen?: string
  user?: OsUser
  settings?: Readonly<Record<string, string>>
  /** Recovery after a crash counts, so leave it time. */
  readyTimeoutMs?: number
  signal?: AbortSignal | undefined
}

/** Starts a server and resolves once it takes connections. It outlives us unless it is stopped. */
export async function startCluster(options: StartOptions): Promise<Cluster> {
  const { clusterDir, readyTimeoutMs = 60_000, signal } = options
  const deadline = performance.now() + readyTimeoutMs
  await assertStartable(options)
  for (let backoffMs = 20; ; backoffMs = Math.min(backoffMs * 2, 500)) {
    if (signal?.aborted) throw new ClusterError('ABORTED', 'The start was aborted')
    // after kill -9 of a postmaster its backends hold the shared memory for a while
    await endLeftovers(clusterDir, readyTimeoutMs)
    try {
      return await attempt(options, deadline)
    } catch (error) {
      const isHeld = error instanceof ClusterError && error.code === 'LOCKED'
      if (!isHeld || performance.now() + backoffMs > deadline) throw error
      await assertNotRunning(clusterDir)
      await sleep(backoffMs)
    }
  }
}

async function assertStartable({ engine, clusterDir, port, listen, user }: StartOptions) {
  const { dataDir } = clusterPaths(clusterDir)
  const version = await readFile(join(dataDir, 'PG_VERSION'), 'utf8').catch((cause: unknown) => {
    if (!isSystemError(cause, 'ENOENT', 'ENOTDIR')) throw cause
    throw new ClusterError('DATA_DIR_MISSING', `${dataDir} is not a data directory`, { cause })
  })
  if (version.trim() !== String(engine.major)) {
    const message = `${dataDir} was made by PostgreSQL ${version.trim()}, not ${engine.version}`
    throw new ClusterError('VERSION_MISMATCH', message)
  }
  assertSocketPath(clusterDir, port)
  await assertTraversable(clusterDir, user)
  await assertTraversable(engine.binDir, user)
  await assertNotRunning(clusterDir)
  if (listen !== '' && !(await isPortFree(port, listen))) throw portTaken(port)
}

async function assertNotRunning(clusterDir: string): Promise<void> {
  const { dataDir } = clusterPaths(clusterDir)
  if (!(await processesOf(dataDir)).postmaster) return
  throw new ClusterError('LOCKED', `A server already runs in ${dataDir}`)
}

const portTaken = (port: number, logTail: string[] = []) =>
  new ClusterError('PORT_TAKEN', `Port ${port} is taken`, { logTail })

async function attempt(options: StartOptions, deadline: number): Promise<Cluster> {
  const { clusterDir, port, signal } = options
  const { child, exited } = await spawnServer(options)
  const watch = new AbortController()
  try {
    // a bad data directory or a taken port ends the process before it is ever ready
    const outcome = await Promise.race([
      becomesReady(child, clusterDir, AbortSignal.any([watch.signal, ...(signal ? [signal] : [])])),
      exited,
      sleep(Math.max(deadline - performance.now(), 0), 'late' as const, { signal: watch.signal }),
    ])
    // set: it has written its pid file
    if (outcome === 'ready') return clusterOf({ pid: child.pid!, port, clusterDir, exited })
    throw await (outcome === 'late' ? tooLate(clusterDir) : startFailure(options, outcome))
  } catch (error) {
    await giveUp(child, exited, clusterDir)
    if (signal?.aborted)
      throw new ClusterError('ABORTED', 'The start was aborted', { cause: error })
    throw error
  } finally {
    watch.abort()
  }
}

/** A server that is just being born does not stand in its folder yet: it is ended by its pid first. */
async function giveUp(child: ChildProcess, exited: Promise<ClusterExit>, clusterDir: string) {
  child.kill('SIGQUIT')
  const patience = new AbortController()
  const impatient = sleep(2_000, undefined, { signal: patience.signal })
    .then(() => child.kill('SIGKILL'))
    .catch(() => undefined)
  await exited
  patience.abort()
  await impatient
  // not everything in the folder: we may have been refused because another server was faster
  await endLeftovers(clusterDir, 10_000)
}

async function spawnServer(options: StartOptions) {
  const { engine, clusterDir, port, listen = '127.0.0.1', user, settings = {} } = options
  const { logDir, socketDir, startLog } = clusterPaths(clusterDir)
  for (const dir of [logDir, socketDir]) {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    await handOver(dir, user)
  }
  const { O_WRONLY, O_CREAT, O_TRUNC, O_APPEND, O_NOFOLLOW } = constants
  await using log = await open(
    startLog,
    O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_NOFOLLOW,
    0o600,
  )
  // A group of its own and a file for its words: neither our end nor a broken pipe takes it along.
  const child = spawn(
    engine.bin('postgres'),
    serverArguments({ clusterDir, port, listen, settings }),
    {
      detached: true,
      cwd: '/',
      env: { ...bareEnvironment },
      stdio: ['ignore', log.fd, log.fd],
      ...user,
    },
  )
  child.unref()
  // heard from the first moment: a binary that is missing says so before we are back
  return { child, exited: exitOf(child) }
}

function exitOf(child: ChildProcess): Promise<ClusterExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    // a binary that cannot be run never exits; 127 is what a shell would say
    child.once('error', () => resolve({ code: 127, signal: null }))
  })
}

async function becomesReady(child: ChildProcess, clusterDir: string, signal: AbortSignal) {
  const { dataDir } = clusterPaths(clusterDir)
  for (;;) {
    const file = await readPostmasterFile(dataDir)
    // the file of a server that was killed says ready, too
    if (file?.pid === child.pid && file?.status === 'ready') return 'ready' as const
    await sleep(10, undefined, { signal })
  }
}

async function tooLate(clusterDir: string): Promise<ClusterError> {
  const logTail = await readLogTail(clusterDir, 50)
  return new ClusterError('START_TIMEOUT', 'The server did not become ready in time', { logTail })
}

async function startFailure(options: StartOptions, exit: ClusterExit): Promise<ClusterError> {
  const { engine, clusterDir, port, listen } = options
  // both write to one early log, so whose words are whose could not be told
  await assertNotRunning(clusterDir)
  await collectorHasEnded(clusterDir)
  // sessions that a killed server left may have said a lot meanwhile
  const recent = await readLogTail(clusterDir, 500)
  const logTail = recent.slice(-50)
  if (exit.code === 127) {
    return new ClusterError('ENGINE_MISSING', `${engine.bin('postgres')} cannot be run`, {
      logTail,
    })
  }
  // SQLSTATEs from log_line_prefix: lock_file_exists and disk_full
  const said = (code: string) => recent.some((line) => line.includes(` ${code} `))
  if (said('F0001')) return new ClusterError('LOCKED', 'Its data is still held', { logTail })
  if (said('53100')) return new ClusterError('NO_SPACE', 'No space left on the disk', { logTail })
  if (listen !== '' && !(await isPortFree(port, listen))) return portTaken(port, logTail)
  const how = exit.signal ?? `code ${exit.code}`
  const message = `The server ended with ${how}: ${whyItEnded(recent) ?? 'it said nothing'}`
  return new ClusterError('START_FAILED', message, { logTail })
}

/** Its last word; where that is only that it has shut down, what it shut down for. */
function whyItEnded(said: readonly string[]): string | undefined {
  const last = said.at(-1)
  if (!last?.startsWith('LOG: ')) return last
  const run = said.slice(said.findLastIndex((line) => line.includes('starting PostgreSQL')))
  return run.findLast((line) => /^(FATAL|PANIC): /.test(line)) ?? last
}

/** The log collector outlives its server by a moment, in which it writes what we are about to read. */
async function collectorHasEnded(clusterDir: string): Promise<void> {
  const { dataDir } = clusterPaths(clusterDir)
  const deadline = performance.now() + 1_000
  while ((await processesOf(dataDir)).all.length > 0 && performance.now() < deadline) {
    await sleep(10)
  }
}
