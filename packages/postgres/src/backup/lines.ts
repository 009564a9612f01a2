import { constants } from 'node:fs'
import { open, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Backup, listBackups } from './list-backups.ts'
import { archivePaths } from './archive.ts'
import { isHistory, isSegment, timelineOf } from './wal-names.ts'
import { clusterPaths } from '#postgres/cluster/paths.ts'
import { isSystemError } from '#postgres/errors.ts'

/** A timeline that a cluster has lived on since a restore, and how it came from the ones before. */
export type Line = { readonly timeline: number; readonly since: Date; readonly history: string }

/**
 * The timelines a cluster has lived on, oldest first. A server does not archive how the one it began
 * with came about, and does not know which of several a moment belongs to: we note both.
 */
export async function readLines(archiveDir: string): Promise<readonly Line[]> {
  const text = await readFile(linesFile(archiveDir), 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return '[]'
    throw error
  })
  // written by us, whole or not at all
  const stored = JSON.parse(text) as { timeline: number; since: string; history: string }[]
  return stored.map((line) => ({ ...line, since: new Date(line.since) }))
}

const linesFile = (archiveDir: string) => join(archiveDir, 'timelines.json')

/** Notes that a restored cluster lives from now on. Fine when it is noted already. */
export async function noteLine(archiveDir: string, clusterDir: string, now: Date): Promise<void> {
  const walDir = join(clusterPaths(clusterDir).dataDir, 'pg_wal')
  const newest = (await readdir(walDir)).filter(isHistory).toSorted().at(-1)
  if (newest === undefined) return
  const lines = await readLines(archiveDir)
  const timeline = timelineOf(newest)
  if (lines.some((line) => line.timeline === timeline)) return
  // not through a link: the folder is the server's account's, and we may be root
  const { O_RDONLY, O_NOFOLLOW } = constants
  await using file = await open(join(walDir, newest), O_RDONLY | O_NOFOLLOW)
  const history = await file.readFile('utf8')
  const partial = `${linesFile(archiveDir)}.partial`
  const all = [...lines, { timeline, since: now, history }]
  await writeFile(partial, JSON.stringify(all), { mode: 0o600 })
  await rename(partial, linesFile(archiveDir))
}

/** The newest timeline that an archive holds anything of; the next restore has to begin a later one. */
export async function lastTimeline(archiveDir: string): Promise<number> {
  const { walDir } = archivePaths(archiveDir)
  const names = await readdir(walDir).catch(() => []) // nothing was archived yet
  const lines = await readLines(archiveDir)
  const held = names.filter((name) => isSegment(name) || isHistory(name)).map(timelineOf)
  return Math.max(1, ...held, ...lines.map(({ timeline }) => timeline))
}

/** Where to begin for a moment, and the timeline the cluster lived on then. */
export type StartingPoint = { readonly backup: Backup; readonly line: Line | undefined }

/** The newest backup that was finished by then and leads to it. */
export async function backupFor(
  archiveDir: string,
  moment: Date,
): Promise<StartingPoint | undefined> {
  const lines = await readLines(archiveDir)
  const line = lines.findLast(({ since }) => since <= moment)
  const backup = (await listBackups(archiveDir)).findLast(
    (one) => new Date(one.finishedAt) <= moment && leadsTo(one, line),
  )
  return backup && { backup, line }
}

/** Whether a timeline goes through the end of a backup, rather than having branched off before. */
export function leadsTo(
  { startSegment, stopLsn }: Pick<Backup, 'startSegment' | 'stopLsn'>,
  line: Pick<Line, 'timeline' | 'history'> | undefined,
): boolean {
  const own = timelineOf(startSegment)
  if (own === (line?.timeline ?? 1)) return true
  const branch = line?.history.split('\n').find((entry) => entry.split('\t')[0] === String(own))
  const at = branch?.split('\t')[1]
  return at !== undefined && placeInWal(stopLsn) <= placeInWal(at)
}

function placeInWal(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
