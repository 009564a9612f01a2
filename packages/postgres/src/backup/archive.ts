import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { handOver, type OsUser } from '#postgres/cluster/os-user.ts'
import { assertTraversable } from '#postgres/cluster/traversable.ts'
import { ClusterError, isSystemError } from '#postgres/errors.ts'

/** Where the parts of one cluster's archive lie; on another path than the cluster itself. */
export type ArchivePaths = {
  /** Written by the server. */
  readonly walDir: string
  /** Written by us, out of the server's reach. */
  readonly backupsDir: string
  readonly pointFile: string
}

/** The layout of an archive's folder. */
export const archivePaths = (archiveDir: string): ArchivePaths => ({
  walDir: join(archiveDir, 'wal'),
  backupsDir: join(archiveDir, 'backups'),
  pointFile: join(archiveDir, 'recoverable.json'),
})

/** Makes an archive's folders. Fine when they are there. */
export async function prepareArchive({
  archiveDir,
  user,
}: {
  archiveDir: string
  user: OsUser
}): Promise<ArchivePaths> {
  const paths = archivePaths(archiveDir)
  await mkdir(archiveDir, { recursive: true })
  // the folders inside are closed; the server has to get to its own
  await chmod(archiveDir, 0o755)
  await mkdir(paths.walDir, { recursive: true, mode: 0o700 })
  await handOver(paths.walDir, user)
  await mkdir(paths.backupsDir, { recursive: true, mode: 0o700 })
  await assertTraversable(paths.walDir, user)
  return paths
}

/**
 * Settings that make a server archive its WAL. The module copies files itself, so no shell is
 * involved; a busy server hands over a segment when it is full, a quiet one after the timeout.
 */
export const archiveSettings = ({
  archiveDir,
  archiveTimeoutSeconds = 300,
}: {
  archiveDir: string
  archiveTimeoutSeconds?: number
}): Record<string, string> => ({
  archive_mode: 'on',
  archive_command: '',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': archivePaths(archiveDir).walDir,
  archive_timeout: String(archiveTimeoutSeconds),
})

/** How archiving goes: failures mean that WAL piles up in the cluster. */
export type ArchiverStatus = {
  archived_count: number
  last_archived_wal: string | null
  last_archived_at: Date | null
  failed_count: number
  last_failed_wal: string | null
  last_failed_at: Date | null
}

/** What the archiver has done so far. */
export async function archiverStatus(client: pg.ClientBase): Promise<ArchiverStatus> {
  const { rows } = await client.query<ArchiverStatus>(`
    select
      a.archived_count::pg_catalog.float8 as archived_count,
      a.last_archived_wal,
      a.last_archived_time as last_archived_at,
      a.failed_count::pg_catalog.float8 as failed_count,
      a.last_failed_wal,
      a.last_failed_time as last_failed_at
    from pg_catalog.pg_stat_archiver a`)
  const [status] = rows
  if (!status) throw new TypeError('pg_stat_archiver always has one row')
  return status
}

/** The latest moment that is known to be recoverable, and the segment that holds it. */
export type RecoverablePoint = { readonly at: Date; readonly segment: string }

/**
 * Brings everything committed so far into the archive and notes the moment. Call it on a timer,
 * before a restore and before a planned stop. Needs the superuser.
 */
export async function archiveNow({
  client,
  archiveDir,
  archiveTimeoutMs = 60_000,
}: {
  client: pg.ClientBase
  archiveDir: string
  archiveTimeoutMs?: number
}): Promise<RecoverablePoint> {
  const point = await markPoint(client)
  await waitForSegment({ archiveDir, segment: point.segment, archiveTimeoutMs })
  await notePoint(archiveDir, point)
  return point
}

/** A moment that can be recovered once its segment has arrived in the archive. Needs the superuser. */
export async function markPoint(client: pg.ClientBase): Promise<RecoverablePoint> {
  // recovery up to a moment only ends at a commit after it, so there has to be one
  const { rows } = await client.query<{ at: Date }>('select pg_catalog.clock_timestamp() as at')
  await client.query(`select pg_catalog.pg_logical_emit_message(true, 'plinth', '')`)
  const switched = await client.query<{ segment: string }>(
    'select pg_catalog.pg_walfile_name(pg_catalog.pg_switch_wal()) as segment',
  )
  const [at, segment] = [rows[0]?.at, switched.rows[0]?.segment]
  if (!at || !segment) throw new TypeError('A select without from answers with one row')
  return { at, segment }
}

/** Resolves when a segment has arrived in the archive. */
export async function waitForSegment({
  archiveDir,
  segment,
  archiveTimeoutMs,
}: {
  archiveDir: string
  segment: string
  archiveTimeoutMs: number
}): Promise<void> {
  const deadline = performance.now() + archiveTimeoutMs
  while (!(await exists(join(archivePaths(archiveDir).walDir, segment)))) {
    if (performance.now() > deadline) {
      const message = `WAL segment ${segment} did not arrive in ${archiveDir} in time`
      throw new ClusterError('ARCHIVE_TIMEOUT', message)
    }
    await sleep(5)
  }
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  )

/** Writes down that a moment can be recovered, once it can. */
export async function notePoint(archiveDir: string, point: RecoverablePoint): Promise<void> {
  const { pointFile } = archivePaths(archiveDir)
  // a backup and the clock may note one at the same time
  const partial = `${pointFile}.${randomUUID()}.partial`
  await writeFile(partial, JSON.stringify(point), { mode: 0o600 })
  await rename(partial, pointFile)
}

/** The moment that was noted last. */
export async function readPoint(archiveDir: string): Promise<RecoverablePoint | undefined> {
  try {
    const parsed: unknown = JSON.parse(await readFile(archivePaths(archiveDir).pointFile, 'utf8'))
    if (typeof parsed !== 'object' || parsed === null) return undefined
    const { at, segment } = { at: undefined, segment: undefined, ...parsed }
    if (typeof at !== 'string' || typeof segment !== 'string') return undefined
    return { at: new Date(at), segment }
  } catch (error) {
    if (isSystemError(error, 'ENOENT') || error instanceof SyntaxError) return undefined
    throw error
  }
}
