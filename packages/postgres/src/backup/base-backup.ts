import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { archivePaths, markPoint, notePoint, waitForSegment } from './archive.ts'
import { copyLiveData } from './copy-files.ts'
import { sumOf } from './file-work.ts'
import { readFiles } from './file-workers.ts'
import { type BackupFile, type BackupManifest, backupPaths } from './manifest.ts'
import { nextSegment } from './wal-names.ts'
import { clusterPaths } from '#postgres/cluster/paths.ts'
import { runCommand } from '#postgres/cluster/run-command.ts'
import { type SocketTarget, withAdmin } from '#postgres/connection/admin.ts'
import { ClusterError } from '#postgres/errors.ts'
import type { Progress } from '#postgres/progress.ts'

type BaseBackupOptions = {
  /** The running cluster, reached as its superuser. It must archive into `archiveDir`. */
  target: SocketTarget
  archiveDir: string
  /** The backup's name among the archive's backups. */
  name: string
  /** For all of it; a large cluster takes long. */
  backupTimeoutMs?: number
  archiveTimeoutMs?: number
  signal?: AbortSignal | undefined
  onProgress?: Progress | undefined
}

/**
 * Copies a running cluster into its archive, complete or not at all. The copy holds the WAL that
 * makes it consistent, so it can be restored without the rest of the archive, too. The moment of its end
 * is noted as one that can be recovered.
 */
export async function baseBackup(options: BaseBackupOptions): Promise<BackupManifest> {
  const { target, archiveDir, name, backupTimeoutMs = 6 * 3600_000, signal } = options
  const backupDir = join(archivePaths(archiveDir).backupsDir, name)
  const partial = `${backupDir}.partial`
  await rm(partial, { recursive: true, force: true })
  await mkdir(partial, { mode: 0o700 })
  const limit = AbortSignal.any([AbortSignal.timeout(backupTimeoutMs), ...(signal ? [signal] : [])])
  try {
    const manifest = await withAdmin(
      // the session has to stay open while we copy, which it takes for idling in no transaction
      { ...target, statementTimeoutMs: backupTimeoutMs },
      (client) => copyCluster(client, partial, { ...options, signal: limit }),
    )
    const { manifestFile } = backupPaths(partial)
    await writeFile(manifestFile, JSON.stringify(manifest), { mode: 0o600 })
    // all of it is on the disk before it counts
    await syncFolder(partial)
    await rename(partial, backupDir)
    return manifest
  } catch (cause) {
    await rm(partial, { recursive: true, force: true })
    if (limit.aborted) throw new ClusterError('ABORTED', 'The backup was aborted', { cause })
    throw cause
  }
}

async function copyCluster(
  client: pg.Client,
  backupDir: string,
  { target, archiveDir, name, archiveTimeoutMs = 120_000, signal, onProgress }: BaseBackupOptions,
): Promise<BackupManifest> {
  const { dataDir, walDir } = backupPaths(backupDir)
  const start = await one<{ lsn: string; segment: string; at: Date }>(
    client,
    `select s.lsn::pg_catalog.text as lsn, pg_catalog.pg_walfile_name(s.lsn) as segment,
            pg_catalog.clock_timestamp() as at
       from pg_catalog.pg_backup_start($1, true) s (lsn)`,
    [name],
  )
  const from = clusterPaths(target.clusterDir).dataDir
  // most of it goes to the disk beside what follows; the flush of the whole is the one that counts
  const flushes: Promise<void>[] = []
  const flush = () => void flushes.push(syncFolder(backupDir).catch(() => undefined))
  let totalBytes: number | undefined
  const onRead = (bytes: number) => {
    if (totalBytes !== undefined) onProgress?.(Math.min(bytes, totalBytes), totalBytes)
  }
  const describing = describeServer(client).then(({ bytes, ...server }) => {
    totalBytes = bytes
    return server
  })
  const copying = copyLiveData({ from, to: dataDir, prefix: 'data', onHalf: flush, signal, onRead })
  const [about, files] = await bothOf(describing, copying)
  flush()
  const stop = await one<Stop>(
    client,
    `select s.lsn::pg_catalog.text as lsn, pg_catalog.pg_walfile_name(s.lsn) as segment,
            s.labelfile, s.spcmapfile, pg_catalog.clock_timestamp() as at
       from pg_catalog.pg_backup_stop(false) s`,
  )
  files.push(await writeLabel(dataDir, stop))
  await mkdir(walDir, { mode: 0o700 })
  const ofBackup = async () => {
    await waitForSegment({ archiveDir, segment: stop.segment, archiveTimeoutMs })
    return copyWal({ start, stop, about, archiveDir, walDir })
  }
  const [point, wal] = await bothOf(markPoint(client), ofBackup())
  files.push(...wal)
  await Promise.all(flushes)
  await waitForSegment({ archiveDir, segment: point.segment, archiveTimeoutMs })
  // before the backup counts: whoever finds it complete need not ask for this again
  await notePoint(archiveDir, point)
  return {
    format: 2,
    sums: 'crc32',
    ...about,
    label: name,
    startedAt: start.at.toISOString(),
    finishedAt: stop.at.toISOString(),
    startLsn: start.lsn,
    stopLsn: stop.lsn,
    startSegment: start.segment,
    stopSegment: stop.segment,
    bytes: files.reduce((total, { bytes }) => total + bytes, 0),
    files,
  }
}

type Wal = {
  readonly start: { readonly segment: string }
  readonly stop: Stop
  readonly about: { readonly segmentBytes: number }
  readonly archiveDir: string
  readonly walDir: string
}

/** The segments from the backup's start to its end, out of the archive. */
async function copyWal({ start, stop, about, archiveDir, walDir }: Wal): Promise<BackupFile[]> {
  const segments = [start.segment]
  for (let last = start.segment; last !== stop.segment;) {
    last = nextSegment(last, about.segmentBytes)
    segments.push(last)
  }
  const archived = archivePaths(archiveDir).walDir
  const copied = await readFiles(
    segments.map((segment) => ({ from: join(archived, segment), to: join(walDir, segment) })),
  )
  return segments.map((segment, index) => {
    const facts = copied[index]
    if (!facts) throw new ClusterError('BACKUP_DAMAGED', `The archive lacks segment ${segment}`)
    return { path: `wal/${segment}`, ...facts }
  })
}

type Stop = { lsn: string; segment: string; labelfile: string; spcmapfile: string; at: Date }

async function describeServer(client: pg.Client) {
  const { tablespaces, archives, ...about } = await one<{
    major: number
    serverVersion: string
    systemIdentifier: string
    segmentBytes: number
    bytes: number
    tablespaces: number
    archives: boolean
  }>(
    client,
    `select
       pg_catalog.current_setting('server_version_num')::pg_catalog.int4 / 10000 as major,
       pg_catalog.current_setting('server_version') as "serverVersion",
       (select s.system_identifier::pg_catalog.text from pg_catalog.pg_control_system() s)
         as "systemIdentifier",
       (select s.setting::pg_catalog.int4 from pg_catalog.pg_settings s
         where s.name = 'wal_segment_size') as "segmentBytes",
       (select pg_catalog.sum(pg_catalog.pg_database_size(d.oid))::pg_catalog.float8
         from pg_catalog.pg_database d) as bytes,
       (select pg_catalog.count(*)::pg_catalog.int4 from pg_catalog.pg_tablespace t
         where t.spcname !~ '^pg_') as tablespaces,
       pg_catalog.current_setting('archive_mode') <> 'off' as archives`,
  )
  if (!archives) throw new ClusterError('NOT_RECOVERABLE', 'The cluster does not archive its WAL')
  // only a superuser makes one, and ours never does: its files would lie outside the data directory
  if (tablespaces > 0) throw new ClusterError('NOT_RECOVERABLE', 'The cluster has tablespaces')
  return about
}

/** Without the label, recovery would begin at the wrong place and not say so. */
async function writeLabel(dataDir: string, { labelfile }: Stop): Promise<BackupFile> {
  await writeFile(join(dataDir, 'backup_label'), labelfile, { mode: 0o600 })
  const facts = { bytes: Buffer.byteLength(labelfile), sum: sumOf(labelfile) }
  return { path: 'data/backup_label', ...facts }
}

/** One flush of the file system is far cheaper than a thousand of files. */
async function syncFolder(folder: string): Promise<void> {
  const args = process.platform === 'linux' ? ['-f', folder] : []
  await runCommand({ command: 'sync', args, commandTimeoutMs: 600_000 })
}

/** Resolves when both have; when one fails the other is over before that is thrown. */
async function bothOf<A, B>(first: Promise<A>, second: Promise<B>): Promise<[A, B]> {
  await Promise.allSettled([first, second])
  return Promise.all([first, second])
}

async function one<Row extends pg.QueryResultRow>(
  client: pg.Client,
  sql: string,
  values: unknown[] = [],
): Promise<Row> {
  const { rows } = await client.query<Row>(sql, values)
  const [row] = rows
  if (!row) throw new TypeError('The query always answers with one row')
  return row
}
