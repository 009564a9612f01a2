import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { PostgresEngine } from '@plinth/contract'
import {
  type Engine as Postgres,
  type OsUser,
  randomPassword,
  READING,
  removeCluster,
  restoreBackup,
  setRolePasswords,
  sqlDump,
  startCluster,
  withAdmin,
} from '@plinth/postgres'
import type { ArchiveFolders } from './archive-folders.ts'
import { freeBytes } from './disk-usage.ts'
import type { Placement } from './engine.ts'

type Options = {
  readonly folders: ArchiveFolders
  readonly stagingDir: string
  readonly userOf: (placement: Placement) => OsUser
  readonly postgresOf: (version: PostgresEngine) => Promise<Postgres>
  readonly settingsOf: (placement: Placement) => Record<string, string>
}

type Wanted = { readonly name: string; readonly signal: AbortSignal }

// beside the copy: a full disk would stop every project of this machine
const ROOM = 1.5
// each restores a whole database beside the others
const AT_ONCE = 2

/** Backups as SQL: each is restored where nobody can reach it, read to the end, and removed again. */
export function backupsAsSql({ folders, stagingDir, ...options }: Options) {
  const waiting: (() => void)[] = []
  let running = 0

  /** Until it is our turn, or whoever waits for it has left. */
  async function queue(signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = () => {
      const place = waiting.indexOf(resolve)
      if (place !== -1) waiting.splice(place, 1)
      reject(new Error('Nobody waits for it any more'))
    }
    waiting.push(resolve)
    signal.addEventListener('abort', leave, { once: true })
    await promise.finally(() => signal.removeEventListener('abort', leave))
  }

  /** Waits for a place; answers with how to give it back. */
  async function turn(signal: AbortSignal): Promise<() => void> {
    if (running >= AT_ONCE) await queue(signal)
    else running += 1
    return () => {
      // whoever waits takes the place over
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

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
    if ((await freeBytes(stagingDir)) < backup.bytes * ROOM) {
      throw new Error('There is no room on the disk to restore this backup out of sight')
    }
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
