import { lstat, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterPaths } from '@plinth/postgres'

/** What a project's files take up. */
export type DiskUse = {
  readonly databaseBytes: number
  readonly walBytes: number
  readonly otherBytes: number
  /** False where there were more files than are looked at. */
  readonly isComplete: boolean
}

const MAX_FILES = 200_000
// each stat waits in a pool of four threads that all of the platform shares
const AT_ONCE = 32
const BLOCK_BYTES = 512

type Budget = { left: number }

/** Looks at every file of a cluster's data and log; what vanishes meanwhile took up nothing. */
export async function diskUsage(clusterDir: string, maxFiles = MAX_FILES): Promise<DiskUse> {
  const { dataDir, logDir } = clusterPaths(clusterDir)
  const budget: Budget = { left: maxFiles }
  const [base, global] = [join(dataDir, 'base'), join(dataDir, 'global')]
  const wal = join(dataDir, 'pg_wal')
  const databaseBytes = (await bytesUnder(base, budget)) + (await bytesUnder(global, budget))
  const walBytes = await bytesUnder(wal, budget)
  const rest = await bytesUnder(dataDir, budget, new Set([base, global, wal]))
  const otherBytes = rest + (await bytesUnder(logDir, budget))
  return { databaseBytes, walBytes, otherBytes, isComplete: budget.left > 0 }
}

/** Blocks rather than lengths: a file with holes takes up less than it says. */
async function bytesUnder(
  dir: string,
  budget: Budget,
  except: ReadonlySet<string> = new Set(),
): Promise<number> {
  const entries = await readdir(dir, { withFileTypes: true }).catch(() => []) // gone, or never made
  const paths = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => join(dir, name))
  let bytes = 0
  for (let at = 0; at < paths.length && budget.left > 0; at += AT_ONCE) {
    const some = paths.slice(at, at + Math.min(AT_ONCE, budget.left))
    budget.left -= some.length
    for (const size of await Promise.all(some.map(bytesOf))) bytes += size
  }
  for (const entry of entries) {
    const path = join(dir, entry.name)
    if (entry.isDirectory() && !except.has(path)) bytes += await bytesUnder(path, budget)
  }
  return bytes
}

const bytesOf = (path: string): Promise<number> =>
  lstat(path).then(
    ({ blocks }) => blocks * BLOCK_BYTES,
    () => 0, // removed since its folder was read
  )

/** What the file system of a folder has left for us. */
export async function freeBytes(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir)
  return bavail * bsize
}

// beside the copy: a full disk would stop every project of this machine
const ROOM = 1.5

/** @throws where a copy of so much, and what it needs to run, does not fit on the disk of a folder */
export async function assertRoom(dir: string, bytes: number, what: string): Promise<void> {
  if ((await freeBytes(dir)) >= bytes * ROOM) return
  throw new Error(`There is no room on the disk ${what}`)
}
