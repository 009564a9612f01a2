import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PostgresEngine } from '@plinth/contract'
import { removeCluster, restoreBackup } from '@plinth/postgres'
import type { Copies } from './clusters.ts'
import { assertRoom } from './disk-usage.ts'
import type { Placement, VerifiedBackup } from './engine.ts'
import { checkScratch } from './scratch-check.ts'

/** Tries backups: the newest of a project is restored out of sight, all of it read, and removed again. */
export function backupTrials({ folders, stagingDir, turn, ...options }: Copies) {
  const underWay = new Map<string, Promise<VerifiedBackup | undefined>>()

  async function tryNewest(placement: Placement): Promise<VerifiedBackup | undefined> {
    const { ref } = placement
    const newest = (await folders.backups(ref)).at(-1)
    if (!newest) return undefined
    const clusterDir = join(stagingDir, `${ref}.scratch`)
    await mkdir(stagingDir, { recursive: true, mode: 0o755 })
    await assertRoom(stagingDir, newest.bytes, 'to restore this backup out of sight')
    await removeCluster(clusterDir)
    try {
      const engine = await options.postgresOf(PostgresEngine.parse(String(newest.major)))
      const [user, settings] = [options.userOf(placement), options.settingsOf(placement)]
      const { backupDir } = newest
      const restored = await restoreBackup({ engine, user, settings, clusterDir, backupDir })
      const { adminPassword } = restored
      const detail = await checkScratch({ engine, user, settings, clusterDir, adminPassword })
      return { name: newest.name, outcome: 'passed', detail }
    } catch (error) {
      return { name: newest.name, outcome: 'failed', error }
    } finally {
      await removeCluster(clusterDir)
    }
  }

  async function inTurn(placement: Placement) {
    const leave = await turn()
    try {
      return await tryNewest(placement)
    } finally {
      leave()
    }
  }

  /** Who asks while it is tried is told what comes of that: two at once would undo each other. */
  return function verifyNewest(placement: Placement): Promise<VerifiedBackup | undefined> {
    const { ref } = placement
    const running = underWay.get(ref)
    if (running) return running
    const trial = inTurn(placement).finally(() => underWay.delete(ref))
    underWay.set(ref, trial)
    return trial
  }
}
