import { constants } from 'node:fs'
import { copyFile, mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ownedBy, readFiles } from './file-workers.ts'
import { assertAsWritten, type BackupManifest, backupPaths } from './manifest.ts'
import { handOver, type OsUser } from '#postgres/cluster/os-user.ts'
import { ClusterError, isSystemError } from '#postgres/errors.ts'
import type { Progress } from '#postgres/progress.ts'

type CopyOptions = {
  readonly backupDir: string
  readonly manifest: BackupManifest
  /** New folders; what is above them is there. */
  readonly to: { readonly dataDir: string; readonly walDir: string }
  readonly user: OsUser
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: Progress | undefined
}

/**
 * Copies the files of a backup to where a cluster is made of them, each read once and held against the
 * manifest on the way. Blocks are shared where the file system can.
 * @throws `BACKUP_DAMAGED` naming the first files that are not what was written, `NO_SPACE`, `ABORTED`
 */
export async function copyBackup(options: CopyOptions): Promise<void> {
  const { backupDir, manifest, to, user, signal, onProgress } = options
  await makeFolders(backupPaths(backupDir).dataDir, to.dataDir, user)
  await makeFolder(to.walDir, user)
  const clones = await canClone(backupDir, to.walDir)
  const each = { ...ownedBy(user), ...(clones && { clones }), sum: manifest.sums }
  const jobs = manifest.files.map(({ path }) => {
    const isWal = path.startsWith('wal/')
    const target = isWal ? to.walDir : to.dataDir
    return { ...each, from: join(backupDir, path), to: join(target, path.slice(path.indexOf('/'))) }
  })
  try {
    const onRead = onProgress && ((bytes: number) => onProgress(bytes, manifest.bytes))
    assertAsWritten(backupDir, manifest, await readFiles(jobs, { signal, onRead }))
  } catch (cause) {
    if (!isSystemError(cause, 'ENOSPC', 'EDQUOT')) throw cause
    throw new ClusterError('NO_SPACE', 'No space left to restore the backup', { cause })
  }
}

/** Empty ones as well, which no manifest knows of and a server wants. */
async function makeFolders(from: string, to: string, user: OsUser): Promise<void> {
  await makeFolder(to, user)
  const entries = await readdir(from, { withFileTypes: true })
  for (const entry of entries.filter((one) => one.isDirectory())) {
    await makeFolders(join(from, entry.name), join(to, entry.name), user)
  }
}

async function makeFolder(path: string, user: OsUser): Promise<void> {
  await mkdir(path, { mode: 0o700 })
  await handOver(path, user)
}

/** Whether copies between two folders can share blocks: the file system is asked, for it alone knows. */
async function canClone(backupDir: string, to: string): Promise<boolean> {
  const probe = join(to, 'clone')
  try {
    const { manifestFile } = backupPaths(backupDir)
    await copyFile(manifestFile, probe, constants.COPYFILE_FICLONE_FORCE)
    return true
  } catch (error) {
    // other file systems, or one that cannot
    if (isSystemError(error, 'ENOTSUP', 'EXDEV', 'EINVAL', 'ENOSYS', 'ENOTTY')) return false
    throw error
  } finally {
    await rm(probe, { force: true })
  }
}
