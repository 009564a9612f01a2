import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { archivePaths, readPoint } from './archive.ts'
import { type Backup, listBackups, namesIn } from './list-backups.ts'
import { isSegment, lastContiguous, placeOf } from './wal-names.ts'

/** From when to when a cluster can be restored. */
export type RecoverableRange = { readonly earliest: Date; readonly latest: Date }

/** What an archive can bring back; undefined while it has no backup. */
export async function archivedRange(archiveDir: string): Promise<RecoverableRange | undefined> {
  const backups = await listBackups(archiveDir)
  const [oldest, newest] = [backups[0], backups.at(-1)]
  if (!oldest || !newest) return undefined
  const point = await readPoint(archiveDir)
  const present = new Set(await namesIn(archivePaths(archiveDir).walDir))
  // a moment counts when some backup before it leads there without a gap
  const reaches = ({ stopSegment, segmentBytes, finishedAt }: Backup) => {
    const last = lastContiguous(stopSegment, present, segmentBytes)
    return point && last && last >= point.segment && point.at >= new Date(finishedAt)
  }
  const latest = point && backups.some(reaches) ? point.at : new Date(newest.finishedAt)
  return { earliest: new Date(oldest.finishedAt), latest }
}

/**
 * Removes backups and WAL that no moment since `keepSince` needs. The newest backup always stays,
 * and so does the newest one from before that moment, which the days after it are built on.
 */
export async function pruneArchive({
  archiveDir,
  keepSince,
}: {
  archiveDir: string
  keepSince: Date
}): Promise<{ backups: string[]; segments: number }> {
  const backups = await listBackups(archiveDir)
  const base = backups.findLastIndex(({ finishedAt }) => new Date(finishedAt) <= keepSince)
  const dropped = backups.slice(0, Math.max(base, 0))
  for (const { backupDir } of dropped) await rm(backupDir, { recursive: true, force: true })
  const oldest = backups[dropped.length]
  // without any backup there is nothing the WAL could be added to, but one may be under way
  if (!oldest) return { backups: [], segments: 0 }
  const { walDir } = archivePaths(archiveDir)
  const unneeded = (await namesIn(walDir)).filter(
    (name) => isSegment(name) && placeOf(name) < placeOf(oldest.startSegment),
  )
  for (const name of unneeded) await rm(join(walDir, name), { force: true })
  return { backups: dropped.map(({ name }) => name), segments: unneeded.length }
}
