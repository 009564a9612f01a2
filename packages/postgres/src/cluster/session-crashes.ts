import { type StatsListener, unwatchFile, watchFile } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import { readPostmasterFile } from './postmaster-file.ts'

type WatchOptions = Pick<Cluster, 'pid' | 'dataDir'> & {
  /** Several within one look count as one. */
  lookMs?: number
}

/**
 * When one of its processes crashes, a postmaster drops every session and begins anew, with other
 * shared memory, and goes on running. Tells of that each time; answers with what ends the watch.
 */
export function watchSessionCrashes(
  { pid, dataDir, lookMs = 1_000 }: WatchOptions,
  onCrash: () => void,
): () => void {
  const path = join(dataDir, 'postmaster.pid')
  let isOver = false
  let last = look(undefined)

  async function look(before: string | undefined): Promise<string | undefined> {
    // what cannot be read now can at the next look
    const file = await readPostmasterFile(dataDir).catch(() => undefined)
    // nothing yet, or the server's that came after this one
    if (isOver || file?.pid !== pid || file.memory === '') return before
    if (before !== undefined && before !== file.memory) onCrash()
    return file.memory
  }

  // looks by itself rather than being told: machines give out few such watches
  const listener: StatsListener = () => void (last = last.then(look))
  watchFile(path, { persistent: false, interval: lookMs }, listener)
  return () => {
    isOver = true
    unwatchFile(path, listener)
  }
}
