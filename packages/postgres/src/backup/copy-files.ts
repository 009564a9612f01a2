import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupFile } from './manifest.ts'
import { ClusterError, isSystemError } from '#postgres/errors.ts'

const chunkBytes = 1024 * 1024

/** Copies one file, hashing it on the way. Undefined when it is not there: a live server removes files. */
export async function copyHashed(
  from: string,
  to: string,
): Promise<Omit<BackupFile, 'path'> | undefined> {
  // no link is followed: the server's account must not get to choose what we read as root
  const opened = await open(from, constants.O_RDONLY | constants.O_NOFOLLOW).catch(
    (error: unknown) => {
      if (!isSystemError(error, 'ENOENT')) throw error
    },
  )
  if (!opened) return undefined
  await using source = opened
  await using target = await open(to, 'wx', 0o600)
  const hash = createHash('sha256')
  const buffer = Buffer.allocUnsafe(chunkBytes)
  let bytes = 0
  for (;;) {
    const { bytesRead } = await source.read(buffer, 0, chunkBytes, bytes)
    if (bytesRead === 0) break
    hash.update(buffer.subarray(0, bytesRead))
    await target.write(buffer, 0, bytesRead, bytes)
    bytes += bytesRead
  }
  return { bytes, sha256: hash.digest('hex') }
}

// rebuilt or meaningless after a restore; their folders have to be there
const emptied: ReadonlySet<string> = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])

const left: ReadonlySet<string> = new Set([
  // these two would make the copy look like a running server
  'postmaster.pid',
  'postmaster.opts',
  // of other backups and restores
  'backup_label',
  'backup_label.old',
  'backup_manifest',
  'recovery.signal',
  'standby.signal',
  'tablespace_map',
  'tablespace_map.old',
])

/** Whether a file of a live data directory stays out of a backup, by its name and folder. */
export const isLeftOut = (name: string, isTop: boolean): boolean =>
  (isTop && left.has(name)) ||
  name.startsWith('pgsql_tmp') ||
  name.startsWith('pg_internal.init') ||
  name === 'current_logfiles' ||
  name === 'current_logfiles.tmp'

type CopyOptions = {
  from: string
  to: string
  /** What precedes paths in the manifest. */
  prefix: string
  isTop?: boolean
  signal?: AbortSignal | undefined
}

/** Copies the data directory of a running server, file by file, as they are at that moment. */
export async function copyLiveData(options: CopyOptions): Promise<BackupFile[]> {
  const { from, to, prefix, isTop = true, signal } = options
  await mkdir(to, { mode: 0o700 })
  const files: BackupFile[] = []
  const entries = await readdir(from, { withFileTypes: true }).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT') && !isTop) return []
    throw error
  })
  for (const entry of entries.toSorted(controlFileLast)) {
    if (signal?.aborted) throw new ClusterError('ABORTED', 'The backup was aborted')
    if (isLeftOut(entry.name, isTop)) continue
    const [source, copy] = [join(from, entry.name), join(to, entry.name)]
    const path = `${prefix}/${entry.name}`
    if (entry.isDirectory()) {
      if (isTop && emptied.has(entry.name)) await mkdir(copy, { mode: 0o700 })
      else {
        files.push(
          ...(await copyLiveData({ from: source, to: copy, prefix: path, isTop: false, signal })),
        )
      }
    } else if (entry.isFile()) {
      const copied = await copyHashed(source, copy)
      if (copied) files.push({ path, ...copied })
    }
  }
  return files
}

// it says where recovery begins, so it must not be newer than what is copied after it
const controlFileLast = (a: { name: string }, b: { name: string }): number =>
  Number(a.name === 'global') - Number(b.name === 'global') ||
  Number(a.name === 'pg_control') - Number(b.name === 'pg_control')
