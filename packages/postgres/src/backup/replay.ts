import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isSegment, placeOf } from './wal-names.ts'
import { postgresProcesses } from '#postgres/cluster/processes.ts'

const LOOK_MS = 1000
// how the server's startup process calls itself while it replays
const REPLAYING = /\brecovering ([0-9A-F]{24})$/

type Wanted = {
  /** The archive; without one there is only what the backup brings. */
  readonly walDir: string | undefined
  readonly startSegment: string
  readonly targetTime: Date | undefined
}

/** The segments of an archive that a recovery may ask for, in their order. */
export async function archivedSince({
  walDir,
  startSegment,
}: Omit<Wanted, 'targetTime'>): Promise<string[]> {
  const names = walDir === undefined ? [] : await readdir(walDir)
  const isWanted = (name: string) => isSegment(name) && placeOf(name) >= placeOf(startSegment)
  return names.filter(isWanted).toSorted((a, b) => placeOf(a).localeCompare(placeOf(b)))
}

/** Those of them that are replayed, as far as their times tell: one that came after the moment holds it, or more. */
export async function toReplay({ walDir, startSegment, targetTime }: Wanted): Promise<string[]> {
  const segments = await archivedSince({ walDir, startSegment })
  if (walDir === undefined || targetTime === undefined) return segments
  for (const [index, segment] of segments.entries()) {
    const { mtime } = await stat(join(walDir, segment))
    if (mtime >= targetTime) return segments.slice(0, index + 1)
  }
  return segments
}

type Watched = {
  readonly dataDir: string
  readonly segments: readonly string[]
  /** Told how many of the segments are replayed. */
  readonly told: (done: number) => void
}

/** Looks now and then at which segment a server in recovery is, until it is disposed of. */
export function watchReplay({ dataDir, segments, told }: Watched): Disposable {
  async function look() {
    // the system shows the real path, whatever links led to the folder
    const all = await postgresProcesses(await realpath(dataDir))
    const at = all.map(({ title }) => REPLAYING.exec(title)?.[1]).find((found) => found)
    if (at) told(segments.filter((segment) => placeOf(segment) < placeOf(at)).length)
  }
  // expected: the server may have ended meanwhile, which who started it is told
  const timer = setInterval(() => void look().catch(() => undefined), LOOK_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}
