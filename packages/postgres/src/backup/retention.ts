import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { archivePaths, readPoint } from './archive.ts'
import { backupFor, leadsTo, type Line, readLines } from './lines.ts'
import { type Backup, listBackups, namesIn } from './list-backups.ts'
import {
  isSegment,
  lastContiguous,
  nextSegment,
  placeOf,
  segmentAt,
  timelineOf,
} from './wal-names.ts'

/** From when to when a cluster can be restored. */
export type RecoverableRange = { readonly earliest: Date; readonly latest: Date }

/** What an archive can bring back; undefined while it has no backup. */
export async function archivedRange(archiveDir: string): Promise<RecoverableRange | undefined> {
  const backups = await listBackups(archiveDir)
  const [oldest, newest] = [backups[0], backups.at(-1)]
  if (!oldest || !newest) return undefined
  const [point, lines, names] = await Promise.all([
    readPoint(archiveDir),
    readLines(archiveDir),
    namesIn(archivePaths(archiveDir).walDir),
  ])
  const present = new Set(names)
  // a moment counts when some backup before it leads there without a gap
  const reaches = (backup: Backup) => {
    if (!point || point.at < new Date(backup.finishedAt)) return false
    const line = lines.find(({ timeline }) => timeline === timelineOf(point.segment))
    const from = segmentOnLine(backup, line, present)
    const last = from && lastContiguous(from, present, backup.segmentBytes)
    return last !== undefined && last >= point.segment
  }
  const latest = point && backups.some(reaches) ? point.at : new Date(newest.finishedAt)
  return { earliest: new Date(oldest.finishedAt), latest }
}

/**
 * From where on a backup goes along a timeline: its own end, or where that timeline branched off, if
 * everything up to there is in the archive. Undefined where it does not lead there.
 */
function segmentOnLine(
  backup: Backup,
  line: Line | undefined,
  present: ReadonlySet<string>,
): string | undefined {
  if (!leadsTo(backup, line)) return undefined
  const { stopSegment, segmentBytes } = backup
  let segment = stopSegment
  for (const { timeline, lsn, next } of branchesOf(line)) {
    if (timeline < timelineOf(segment)) continue
    const branch = segmentAt(timeline, lsn, segmentBytes)
    // the one that holds the branch is the next timeline's, which begins with a copy of it
    for (; segment < branch; segment = nextSegment(segment, segmentBytes)) {
      if (!present.has(segment)) return undefined
    }
    segment = segmentAt(next, lsn, segmentBytes)
  }
  return segment
}

/** Where each timeline before a line ended, and which came after it, oldest first. */
function branchesOf(line: Line | undefined) {
  const ends = (line?.history ?? '').split('\n').flatMap((entry) => {
    const [timeline, lsn] = entry.split('\t')
    return timeline && lsn ? [{ timeline: Number(timeline), lsn }] : []
  })
  return ends.map((end, index) => ({
    ...end,
    next: ends[index + 1]?.timeline ?? line?.timeline ?? end.timeline,
  }))
}

/**
 * The newest backup from before a moment is what it is built on; or one before that, where the project
 * was restored to a time between the two.
 */
async function firstNeeded(archiveDir: string, backups: readonly Backup[], keepSince: Date) {
  const newest = backups.findLastIndex(({ finishedAt }) => new Date(finishedAt) <= keepSince)
  const later = (await readLines(archiveDir)).map(({ since }) => since)
  const starts = [keepSince, ...later.filter((since) => since > keepSince)]
  const bases = await Promise.all(starts.map((moment) => backupFor(archiveDir, moment)))
  const needed = bases.flatMap((base) =>
    base ? backups.findIndex(({ name }) => name === base.backup.name) : [],
  )
  return Math.max(0, Math.min(newest, ...needed))
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
  const dropped = backups.slice(0, await firstNeeded(archiveDir, backups, keepSince))
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
