import { existsSync, readFileSync } from 'node:fs'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { archivePaths, type Backup, listBackups, pruneArchive } from '@plinth/postgres'

type Options = {
  /** On another path than the projects; on another disk where the operator says so. */
  readonly backupsDir: string
  readonly clusterDirOf: (ref: string) => string
}

const PART = /^pg\d+-\d+$/
// lies in the cluster's own folder, so that it comes and goes with the cluster itself
const pointerIn = (clusterDir: string) => join(clusterDir, 'archive-part')

/** Says which part of a project's archive a cluster writes to; the empty name is the first one's. */
export const notePart = (clusterDir: string, part: string): Promise<void> =>
  part === '' ? rm(pointerIn(clusterDir), { force: true }) : writeFile(pointerIn(clusterDir), part)

/** The part that a cluster of a new version begins. */
export const newPart = (major: string, now: Date): string => `pg${major}-${now.getTime()}`

/**
 * Where a project's archive lies. A cluster of another major version numbers its WAL from the
 * beginning again, so it has a part of the archive to itself; the parts of versions before stay for
 * as long as a backup in them is kept.
 */
export function archiveFolders({ backupsDir, clusterDirOf }: Options) {
  const rootOf = (ref: string) => join(backupsDir, ref)

  function partOf(ref: string): string {
    const pointer = pointerIn(clusterDirOf(ref))
    const part = existsSync(pointer) ? readFileSync(pointer, 'utf8') : ''
    return PART.test(part) ? part : ''
  }

  async function partsOf(ref: string): Promise<string[]> {
    const names = await readdir(rootOf(ref)).catch(() => []) // nothing was archived yet
    return ['', ...names.filter((name) => PART.test(name))]
  }

  /** Of the parts before, everything goes once the last backup in them is too old. */
  async function prune(ref: string, keepSince: Date): Promise<void> {
    const current = partOf(ref)
    const hasOwn = (await listBackups(join(rootOf(ref), current))).length > 0
    for (const part of await partsOf(ref)) {
      const archiveDir = join(rootOf(ref), part)
      await pruneArchive({ archiveDir, keepSince })
      // what came before is all there is until the present version has a backup
      if (part === current || !hasOwn) continue
      const newest = (await listBackups(archiveDir)).at(-1)
      if (newest && new Date(newest.finishedAt) >= keepSince) continue
      if (part !== '') await rm(archiveDir, { recursive: true, force: true })
      else await dropFirstPart(archiveDir)
    }
  }

  return {
    rootOf,
    partOf,
    /** What the project's present cluster writes to. */
    currentOf: (ref: string) => join(rootOf(ref), partOf(ref)),
    at: (ref: string, part: string) => join(rootOf(ref), part),

    /** Every backup there is, with the part that it is in, oldest first. */
    async backups(ref: string): Promise<(Backup & { readonly part: string })[]> {
      const found = await Promise.all(
        (await partsOf(ref)).map(async (part) =>
          (await listBackups(join(rootOf(ref), part))).map((backup) => ({ ...backup, part })),
        ),
      )
      return found.flat().toSorted((a, b) => a.finishedAt.localeCompare(b.finishedAt))
    },

    prune,
  }
}
export type ArchiveFolders = ReturnType<typeof archiveFolders>

/** The other parts lie in its folder. */
async function dropFirstPart(archiveDir: string): Promise<void> {
  const { walDir, backupsDir, pointFile } = archivePaths(archiveDir)
  for (const path of [walDir, backupsDir, pointFile]) {
    await rm(path, { recursive: true, force: true })
  }
}
