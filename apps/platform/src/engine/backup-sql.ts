import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PostgresEngine } from '@plinth/contract'
import {
  randomPassword,
  READING,
  removeCluster,
  restoreBackup,
  setRolePasswords,
  sqlDump,
  startCluster,
  withAdmin,
} from '@plinth/postgres'
import type { Copies } from './clusters.ts'
import { assertRoom } from './disk-usage.ts'
import type { Placement } from './engine.ts'

type Wanted = { readonly name: string; readonly signal: AbortSignal }

/** Backups as SQL: each is restored where nobody can reach it, read to the end, and removed again. */
export function backupsAsSql({ folders, stagingDir, turn, ...options }: Copies) {
  return async function* inTurn(placement: Placement, wanted: Wanted) {
    const leave = await turn(wanted.signal)
    try {
      yield* sqlOf(placement, wanted)
    } finally {
      leave()
    }
  }

  async function* sqlOf(placement: Placement, { name, signal }: Wanted) {
    const backup = (await folders.backups(placement.ref)).find((one) => one.name === name)
    if (!backup) throw new Error('There is no backup of this name any more')
    const clusterDir = join(
      stagingDir,
      `${placement.ref}-${randomBytes(4).toString('hex')}.scratch`,
    )
    const engine = await options.postgresOf(PostgresEngine.parse(String(backup.major)))
    const [user, settings] = [options.userOf(placement), options.settingsOf(placement)]
    await mkdir(stagingDir, { recursive: true, mode: 0o755 })
    await assertRoom(stagingDir, backup.bytes, 'to restore this backup out of sight')
    try {
      const { adminPassword } = await restoreBackup({
        engine,
        user,
        settings,
        clusterDir,
        backupDir: backup.backupDir,
        signal,
      })
      await using cluster = await startCluster({
        engine,
        clusterDir,
        user,
        port: 5432,
        listen: '',
        settings: { ...settings, ...READING, archive_mode: 'off' },
      })
      // the one it had back then may be known to nobody any more
      const readerPassword = randomPassword()
      await withAdmin({ ...cluster, password: adminPassword }, (client) =>
        setRolePasswords(client, { plinth_read_only: readerPassword }),
      )
      yield* sqlDump({ source: { ...cluster, adminPassword, readerPassword }, signal })
    } finally {
      await removeCluster(clusterDir)
    }
  }
}
