import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readFiles } from './file-workers.ts'
import type { BackupFile } from './manifest.ts'
import { isSystemError } from '#postgres/errors.ts'

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
  /** Told when a good part of the files is written: the disk may begin with them. */
  onHalf?: () => void
  signal?: AbortSignal | undefined
  /** Told now and then how many bytes have been read of all of it. */
  onRead?: ((bytes: number) => void) | undefined
}

type Job = { readonly from: string; readonly to: string; readonly path: string }

/** Copies the data directory of a running server, file by file, as they are at that moment. */
export async function copyLiveData(options: CopyOptions): Promise<BackupFile[]> {
  const jobs: Job[] = []
  await findFiles({ ...options, isTop: true }, jobs)
  const files: BackupFile[] = []
  for (const [index, part] of inOrder(jobs, options.prefix).entries()) {
    const before = files.reduce((sum, { bytes }) => sum + bytes, 0)
    const onRead = options.onRead && ((bytes: number) => options.onRead?.(before + bytes))
    const copied = await readFiles(part, { signal: options.signal, onRead })
    part.forEach(({ path }, at) => {
      const facts = copied[at]
      if (facts) files.push({ path, ...facts })
    })
    if (index === 0) options.onHalf?.()
  }
  return files
}

type Folder = Pick<CopyOptions, 'from' | 'to' | 'prefix'> & { isTop: boolean }

/** Makes the folders of a copy, and adds the files that belong into them. */
async function findFiles({ from, to, prefix, isTop }: Folder, jobs: Job[]): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  const entries = await readdir(from, { withFileTypes: true }).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT') && !isTop) return []
    throw error
  })
  for (const entry of entries) {
    if (isLeftOut(entry.name, isTop)) continue
    const path = `${prefix}/${entry.name}`
    const job = { from: join(from, entry.name), to: join(to, entry.name), path }
    if (entry.isFile()) jobs.push(job)
    else if (entry.isDirectory() && isTop && emptied.has(entry.name)) {
      await mkdir(job.to, { mode: 0o700 })
    } else if (entry.isDirectory()) {
      await findFiles({ ...job, prefix: path, isTop: false }, jobs)
    }
  }
}

/** The control file says where recovery begins, so it must not be newer than what is copied after it. */
function inOrder(jobs: readonly Job[], prefix: string): readonly (readonly Job[])[] {
  const isControl = ({ path }: Job) => path === `${prefix}/global/pg_control`
  const isShared = (job: Job) => job.path.startsWith(`${prefix}/global/`) && !isControl(job)
  const others = jobs.filter((job) => !isShared(job) && !isControl(job))
  const half = Math.ceil(others.length / 2)
  return [others.slice(0, half), others.slice(half), jobs.filter(isShared), jobs.filter(isControl)]
}
