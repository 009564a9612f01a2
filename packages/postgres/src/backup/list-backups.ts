import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { archivePaths } from './archive.ts'
import { type BackupManifest, backupPaths, readManifest } from './manifest.ts'
import { ClusterError, isSystemError } from '#postgres/errors.ts'

/** A backup of an archive, without its list of files. */
export type Backup = Omit<BackupManifest, 'files'> & {
  readonly name: string
  readonly backupDir: string
}

// a manifest names every file of a cluster, so it is read once: nobody changes one that is written
type Known = { readonly version: string; readonly backup: Backup }
const knownIn = new Map<string, ReadonlyMap<string, Known>>()

/** The complete backups of an archive, oldest first. */
export async function listBackups(archiveDir: string): Promise<Backup[]> {
  const { backupsDir } = archivePaths(archiveDir)
  const before = knownIn.get(backupsDir)
  const found = new Map<string, Known>()
  for (const name of await namesIn(backupsDir)) {
    if (name.endsWith('.partial')) continue
    const backup = await readBackup(backupsDir, name, before?.get(name))
    if (backup) found.set(name, backup)
  }
  // those that are gone are forgotten with it
  if (found.size > 0) knownIn.set(backupsDir, found)
  else knownIn.delete(backupsDir)
  const backups = [...found.values()].map(({ backup }) => backup)
  return backups.toSorted((a, b) => a.finishedAt.localeCompare(b.finishedAt))
}

async function readBackup(backupsDir: string, name: string, known: Known | undefined) {
  const backupDir = join(backupsDir, name)
  try {
    const version = await versionOf(backupPaths(backupDir).manifestFile)
    if (known && known.version === version) return known
    const { files: _files, ...manifest } = await readManifest(backupDir)
    return { version, backup: { ...manifest, name, backupDir } }
  } catch (error) {
    // one that is damaged is not on offer; checking it says so aloud
    if (!(error instanceof ClusterError) || error.code !== 'BACKUP_DAMAGED') throw error
    return undefined
  }
}

/** Another one wherever the file was written to, or is another file. */
async function versionOf(file: string): Promise<string> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(file)
    return [ino, size, mtimeMs, ctimeMs].join(' ')
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return '' // reading it says what is wrong
    throw error
  }
}

/** What a folder holds; nothing when it is not there. */
export const namesIn = (folder: string): Promise<string[]> =>
  readdir(folder).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return []
    throw error
  })
