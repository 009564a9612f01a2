import { realpath } from 'node:fs/promises'
import { sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { clusterPaths } from './paths.ts'
import { processesOf } from './postmaster-file.ts'
import { postgresProcesses, sendSignal } from './processes.ts'
import { ClusterError } from '#postgres/errors.ts'

/**
 * Kills what a dead postmaster left behind, and nothing else. Backends are sessions of their own,
 * so a process group does not hold them; the folder they stand in does.
 */
export async function endLeftovers(clusterDir: string, endTimeoutMs: number): Promise<void> {
  const { dataDir } = clusterPaths(clusterDir)
  const deadline = performance.now() + endTimeoutMs
  for (let pauseMs = 2; ; pauseMs = Math.min(pauseMs * 2, 100)) {
    const { postmaster, all } = await processesOf(dataDir)
    // a process without a backend's title may be a postmaster another server just started
    const leftovers = all.filter((found) => found.isBackend)
    if (postmaster || leftovers.length === 0) return
    for (const { pid } of leftovers) sendSignal(pid, 'SIGKILL')
    if (performance.now() > deadline) throw notEnding(dataDir, leftovers.length)
    await sleep(pauseMs)
  }
}

/** Ends every process that stands in a cluster's data directory, a live postmaster included. */
export async function endOrphans({
  clusterDir,
  quitTimeoutMs = 5_000,
  endTimeoutMs = 10_000,
}: {
  clusterDir: string
  /** How long a live postmaster may take to end its backends itself. */
  quitTimeoutMs?: number
  endTimeoutMs?: number
}): Promise<{ ended: number }> {
  const { dataDir } = clusterPaths(clusterDir)
  const pids = new Set<number>()
  const quitUntil = performance.now() + quitTimeoutMs
  for (let isAsked = false; ; isAsked = true) {
    const { postmaster, all } = await processesOf(dataDir)
    for (const { pid } of all) pids.add(pid)
    if (all.length === 0) return { ended: pids.size }
    if (!postmaster || performance.now() > quitUntil) break
    if (!isAsked) sendSignal(postmaster.pid, 'SIGQUIT')
    await sleep(20)
  }
  await killAll(dataDir, endTimeoutMs)
  return { ended: pids.size }
}

async function killAll(dataDir: string, endTimeoutMs: number): Promise<void> {
  const deadline = performance.now() + endTimeoutMs
  for (;;) {
    const { all } = await processesOf(dataDir)
    if (all.length === 0) return
    // a postmaster first, or it would replace the backends we end
    for (const { pid } of all.toSorted((a, b) => Number(a.isBackend) - Number(b.isBackend))) {
      sendSignal(pid, 'SIGKILL')
    }
    if (performance.now() > deadline) throw notEnding(dataDir, all.length)
    await sleep(10)
  }
}

const notEnding = (dataDir: string, count: number) =>
  new ClusterError('STOP_TIMEOUT', `${count} processes in ${dataDir} do not end, even when killed`)

/** The data directories below `rootDir` that live PostgreSQL processes stand in, with their pids. */
export async function findClustersUnder(
  rootDir: string,
): Promise<{ dataDir: string; pids: number[] }[]> {
  const root = await realpath(rootDir).catch(() => rootDir)
  const found = new Map<string, number[]>()
  for (const { pid, dataDir } of await postgresProcesses()) {
    if (dataDir?.startsWith(root + sep)) {
      found.set(dataDir, [...(found.get(dataDir) ?? []), pid])
    }
  }
  return [...found].map(([dataDir, pids]) => ({ dataDir, pids }))
}
