import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, type ClusterExit, clusterOf } from './cluster.ts'
import { clusterPaths } from './paths.ts'
import { processesOf } from './postmaster-file.ts'
import { processStartOf } from './processes.ts'

/**
 * Finds the server that still runs in a folder after its parent was killed. A pid alone is not
 * believed: the process must be a postgres that stands in this very data directory.
 */
export async function adoptCluster({
  clusterDir,
  exitPollMs = 200,
}: {
  clusterDir: string
  exitPollMs?: number
}): Promise<Cluster | undefined> {
  const { postmaster } = await processesOf(clusterPaths(clusterDir).dataDir)
  if (postmaster?.status !== 'ready') return undefined
  const { pid, port } = postmaster
  return clusterOf({ pid, port, clusterDir, exited: watchExit(pid, exitPollMs) })
}

/** Only a parent is told of an exit; anyone else has to look. */
async function watchExit(pid: number, exitPollMs: number): Promise<ClusterExit> {
  const started = processStartOf(pid)
  while (started !== undefined && processStartOf(pid) === started) {
    await sleep(exitPollMs, undefined, { ref: false })
  }
  return { code: null, signal: null }
}
