import { link, lstat, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FileJob } from './file-work.ts'
import { ownedBy, readFiles } from './file-workers.ts'
import { copyBackup } from './copy-backup.ts'
import { type BackupManifest, readManifest } from './manifest.ts'
import type { Line } from './lines.ts'
import { archivedSince, toReplay, watchReplay } from './replay.ts'
import { historyOf, timelineOf } from './wal-names.ts'
import type { Engine } from '#postgres/cluster/engine.ts'
import { handOver, type OsUser } from '#postgres/cluster/os-user.ts'
import { clusterPaths } from '#postgres/cluster/paths.ts'
import { prepareClusterDir, removeCluster } from '#postgres/cluster/provision.ts'
import { peerAccess, setAdminPassword } from '#postgres/cluster/peer-access.ts'
import { startCluster } from '#postgres/cluster/start.ts'
import { randomPassword } from '#postgres/connection/password.ts'
import { ClusterError, isSystemError } from '#postgres/errors.ts'
import type { Progress } from '#postgres/progress.ts'

type RestoreOptions = {
  engine: Engine
  backupDir: string
  /** The archived WAL to go on with; without it the backup is restored as it was when it ended. */
  walDir?: string
  /** The timeline that the moment lies on; the backup's own unless given. */
  line?: Pick<Line, 'timeline' | 'history'> | undefined
  /** The newest timeline of the archive that the cluster will write to: its own begins after it. */
  lastTimeline?: number
  /** The moment to restore; as far as the WAL goes unless given. */
  targetTime?: Date | undefined
  /** A new folder: a restore never works in place. */
  clusterDir: string
  user: OsUser
  /** The parameters the cluster will have, so that recovery has its memory. */
  settings?: Readonly<Record<string, string>>
  /** A day: days of WAL may have to be replayed, and who watches can end it. */
  recoverTimeoutMs?: number
  /** Of the copy and the WAL after it. */
  onProgress?: Progress | undefined
  signal?: AbortSignal | undefined
}

const DAY_MS = 24 * 3600_000

/** What a restore ended with. */
export type Restored = {
  readonly manifest: BackupManifest
  /** The superuser's new password; the one it had back then may be known to nobody. */
  readonly adminPassword: string
}

/** Makes a stopped, consistent cluster from a backup and the WAL after it, complete or not at all. */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const { engine, backupDir, targetTime, user } = options
  if (await exists(clusterPaths(options.clusterDir).dataDir)) {
    throw new ClusterError('NOT_EMPTY', `${options.clusterDir} holds a cluster already`)
  }
  const manifest = await readManifest(backupDir)
  assertRestorable(manifest, engine, targetTime)
  // a short name, because a socket lies in it
  const clusterDir = `${options.clusterDir}.new`
  await removeCluster(clusterDir)
  const walCopy = join(clusterDir, 'restore-wal')
  try {
    await prepareClusterDir(clusterDir, user)
    const to = { dataDir: clusterPaths(clusterDir).dataDir, walDir: walCopy }
    const replay = await replayOf(options, manifest)
    // nothing of a damaged backup is started
    await copyBackup({ ...options, manifest, to, onProgress: replay.copied })
    await gatherWal(options, manifest, walCopy)
    await writeHistories(options, manifest, walCopy)
    const adminPassword = randomPassword()
    const target = targetTimeline(options, manifest)
    await recover({ ...options, clusterDir, target, walCopy, replay }, adminPassword)
    await takePlace(clusterDir, options.clusterDir)
    return { manifest, adminPassword }
  } catch (error) {
    await removeCluster(clusterDir)
    throw error
  }
}

type Replay = Awaited<ReturnType<typeof replayOf>>

/** What is replayed after the copy, and how far both are together. */
async function replayOf(
  { walDir, targetTime, onProgress }: RestoreOptions,
  { startSegment, segmentBytes, bytes }: BackupManifest,
) {
  const segments = await toReplay({ walDir, startSegment, targetTime })
  const total = bytes + segments.length * segmentBytes
  return {
    segments,
    copied: (done: number) => onProgress?.(done, total),
    told: (done: number) => onProgress?.(bytes + done * segmentBytes, total),
  }
}

/** A folder without data may be there already; rmdir only removes one that is empty. */
async function takePlace(from: string, to: string): Promise<void> {
  for (const folder of [clusterPaths(to).socketDir, clusterPaths(to).logDir, to]) {
    await rmdir(folder).catch((error: unknown) => {
      if (!isSystemError(error, 'ENOENT')) throw error
    })
  }
  await rename(from, to)
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

function assertRestorable(manifest: BackupManifest, { major }: Engine, targetTime?: Date): void {
  if (manifest.major !== major) {
    const message = `The backup is of PostgreSQL ${manifest.major}, the engine is ${major}`
    throw new ClusterError('VERSION_MISMATCH', message)
  }
  if (targetTime && targetTime < new Date(manifest.finishedAt)) {
    const message = `The backup was finished at ${manifest.finishedAt}, after the moment asked for`
    throw new ClusterError('NOT_RECOVERABLE', message)
  }
}

/**
 * Puts all WAL that recovery may ask for beside the backup's own: the archive belongs to another
 * account, and so no path of anyone's ever stands in a command line.
 */
async function gatherWal(
  { walDir, user, signal }: RestoreOptions,
  { startSegment }: BackupManifest,
  walCopy: string,
): Promise<void> {
  if (walDir === undefined) return
  const known = new Set(await readdir(walCopy))
  const jobs: FileJob[] = []
  for (const name of await archivedSince({ walDir, startSegment })) {
    if (signal?.aborted) throw new ClusterError('ABORTED', 'The restore was aborted')
    if (known.has(name)) continue
    const job = { from: join(walDir, name), to: join(walCopy, name), ...ownedBy(user) }
    if (!(await shared(job, user))) jobs.push(job)
  }
  await readFiles(jobs, { signal })
}

/** One file under two names, where it is the server's account's own already: days of WAL need no copy. */
async function shared({ from, to }: { from: string; to: string }, user: OsUser): Promise<boolean> {
  const { uid } = await lstat(from)
  if (uid !== (user?.uid ?? process.getuid?.())) return false
  try {
    await link(from, to)
    return true
  } catch (error) {
    // another file system, or one without links
    if (isSystemError(error, 'EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK')) return false
    throw error
  }
}

/** A timeline is asked for by name only where the backup is of another. */
const targetTimeline = ({ line }: RestoreOptions, { startSegment }: BackupManifest) =>
  line && line.timeline !== timelineOf(startSegment) ? String(line.timeline) : 'current'

/**
 * Recovery ends on a timeline of its own: the next one that has no history. Those the archive holds
 * already are put in its way, or the new server would archive other segments under the same names.
 */
async function writeHistories(
  { line, lastTimeline = 1, user }: RestoreOptions,
  { startSegment }: BackupManifest,
  walCopy: string,
): Promise<void> {
  const last = Math.max(lastTimeline, line?.timeline ?? 1)
  for (let timeline = timelineOf(startSegment) + 1; timeline <= last; timeline++) {
    const history = timeline === line?.timeline ? line.history : ''
    const file = join(walCopy, historyOf(timeline))
    await writeFile(file, history, { mode: 0o600 })
    await handOver(file, user)
  }
}

/** Replays up to the moment, ends recovery there, sets the password and stops. Nobody else can connect. */
async function recover(
  options: RestoreOptions & { target: string; walCopy: string; replay: Replay },
  adminPassword: string,
): Promise<void> {
  const { engine, clusterDir, user, settings, target, targetTime, walCopy, signal } = options
  const signalFile = join(clusterPaths(clusterDir).dataDir, 'recovery.signal')
  // a new file, never through a link: the folder is the server's account's by now
  await writeFile(signalFile, '', { mode: 0o600, flag: 'wx' })
  await handOver(signalFile, user)
  const { dataDir } = clusterPaths(clusterDir)
  const watch = options.onProgress && watchReplay({ dataDir, ...options.replay })
  await using access = await peerAccess(clusterDir)
  try {
    await using cluster = await startCluster({
      engine,
      clusterDir,
      port: 5432,
      listen: '',
      user,
      settings: {
        ...settings,
        ...access.settings,
        // the server stands in its data directory, and fills in two names of its own making
        restore_command: 'cp "../restore-wal/%f" "%p"',
        recovery_target_action: 'promote',
        recovery_target_timeline: target,
        ...(targetTime && { recovery_target_time: asTimestamp(targetTime) }),
        // readiness then means that recovery is over
        hot_standby: 'off',
        archive_mode: 'off',
        // what was just copied is on its way to the disk: one flush of the file system for a thousand files
        ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
      },
      readyTimeoutMs: options.recoverTimeoutMs ?? DAY_MS,
      signal,
    })
    // recovery is over, so nothing asks for it any more
    await Promise.all([setAdminPassword(cluster, adminPassword), rm(walCopy, { recursive: true })])
  } catch (error) {
    throw unreached(error, targetTime)
  } finally {
    watch?.[Symbol.dispose]()
  }
}

/** The server's clock parser knows neither the T nor the Z of ISO 8601 here. */
const asTimestamp = (moment: Date): string =>
  moment.toISOString().replace('T', ' ').replace('Z', '+00')

const endedEarly = 'recovery ended before configured recovery target was reached'

/** The server has no SQLSTATE for this, so its words decide; lc_messages keeps them as they are. */
function unreached(error: unknown, targetTime: Date | undefined): unknown {
  if (!(error instanceof ClusterError) || error.code !== 'START_FAILED' || !targetTime) return error
  if (!error.logTail.some((line) => line.endsWith(endedEarly))) return error
  const message = `The archive does not reach ${targetTime.toISOString()}`
  return new ClusterError('NOT_RECOVERABLE', message, { logTail: error.logTail, cause: error })
}
