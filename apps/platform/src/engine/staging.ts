import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PostgresEngine } from '@plinth/contract'
import {
  archivePaths,
  backupFor,
  clusterPaths,
  endOrphans,
  lastTimeline,
  noteLine,
  removeCluster,
  restoreBackup,
  type StartingPoint,
} from '@plinth/postgres'
import { z } from 'zod'
import { notePart } from './archive-folders.ts'
import type { Clusters } from './clusters.ts'
import type { Archives } from './engine.ts'

const Staged = z.object({
  adminPassword: z.string(),
  from: z.string(),
  postgresEngine: PostgresEngine.optional(),
})
type Staged = z.infer<typeof Staged>

/** Where a cluster stands until it takes a project's place, and the one whose place it took until that is for good. */
export const stagingPaths = (stagingDir: string, ref: string) => ({
  stagedDir: join(stagingDir, ref),
  // where packages/postgres makes it, until it is whole
  halfStagedDir: join(stagingDir, `${ref}.new`),
  replacedDir: join(stagingDir, `${ref}.before`),
  noteFile: join(stagingDir, `${ref}.json`),
})

/** What is known of the staged cluster; it is whole where something is. */
export async function stagedNote(stagingDir: string, ref: string): Promise<Staged | undefined> {
  const { noteFile } = stagingPaths(stagingDir, ref)
  if (!existsSync(noteFile)) return undefined
  const text = await readFile(noteFile, 'utf8')
  // cut short by a crash: as if it had not been written
  return text.endsWith('}') ? Staged.parse(JSON.parse(text)) : undefined
}

export const noteStaged = (stagingDir: string, ref: string, note: Staged): Promise<void> =>
  writeFile(stagingPaths(stagingDir, ref).noteFile, JSON.stringify(note), { mode: 0o600 })

type Wanted = Pick<Parameters<Archives['stage']>[1], 'sourceRef' | 'name' | 'moment'>

type Places = Pick<Archives, 'stage' | 'swapIn' | 'swapBack' | 'stagedPassword'> & {
  /** Whether there was anything to settle. */
  readonly settle: (ref: string, keptAs: string, now: Date) => Promise<boolean>
}

/** Clusters made beside a project, and how they take its place. */
export function staging(options: Clusters): Places {
  const { stagingDir, folders, clusterDirOf } = options
  const pathsOf = (ref: string) => stagingPaths(stagingDir, ref)

  /** A backup by its name, whatever version it is of; or the one that leads to a moment of the present version. */
  async function chosen({ sourceRef, name, moment }: Wanted) {
    if (moment) {
      const part = folders.partOf(sourceRef)
      const start = await backupFor(folders.at(sourceRef, part), moment)
      return start && { ...start, part }
    }
    const backup = (await folders.backups(sourceRef)).find((one) => one.name === name)
    const start: StartingPoint | undefined = backup && { backup, line: undefined }
    return backup && start && { ...start, part: backup.part }
  }

  return {
    async stage(placement, { sourceRef, name, moment, signal, onProgress }) {
      const { ref } = placement
      const { stagedDir } = pathsOf(ref)
      const from = [sourceRef, moment?.toISOString() ?? name].join(' ')
      // repeated after a crash; what was staged of something else is in the way
      const known = existsSync(stagedDir) ? await stagedNote(stagingDir, ref) : undefined
      if (known?.from === from) return known.postgresEngine ?? placement.postgresEngine
      const found = await chosen({ sourceRef, name, moment })
      if (!found) throw new Error('There is no backup for this')
      const postgresEngine = PostgresEngine.parse(String(found.backup.major))
      // a copy begins an archive of its own
      const part = sourceRef === ref ? found.part : ''
      await mkdir(stagingDir, { recursive: true, mode: 0o755 })
      await removeCluster(stagedDir)
      const { walDir } = archivePaths(folders.at(sourceRef, found.part))
      const { adminPassword } = await restoreBackup({
        engine: await options.postgresOf(postgresEngine),
        backupDir: found.backup.backupDir,
        ...(moment && { walDir, targetTime: moment }),
        line: found.line,
        lastTimeline: await lastTimeline(folders.at(ref, part)),
        clusterDir: stagedDir,
        user: options.userOf(placement),
        settings: options.settingsOf(placement),
        signal,
        onProgress,
      })
      await notePart(stagedDir, part)
      await noteStaged(stagingDir, ref, { adminPassword, from, postgresEngine })
      return postgresEngine
    },

    async swapIn(ref) {
      const { stagedDir, replacedDir } = pathsOf(ref)
      const current = clusterDirOf(ref)
      if (!existsSync(stagedDir)) return // swapped already, before a crash
      await endOrphans({ clusterDir: current })
      if (existsSync(current) && !existsSync(replacedDir)) await rename(current, replacedDir)
      await rename(stagedDir, current)
    },

    async swapBack(ref) {
      const { stagedDir, halfStagedDir, replacedDir, noteFile } = pathsOf(ref)
      const current = clusterDirOf(ref)
      if (existsSync(replacedDir)) {
        await endOrphans({ clusterDir: current })
        await removeCluster(current)
        await rename(replacedDir, current)
      }
      await removeCluster(stagedDir)
      await removeCluster(halfStagedDir)
      await rm(noteFile, { force: true })
      return versionIn(current)
    },

    async stagedPassword(ref) {
      return (await stagedNote(stagingDir, ref))?.adminPassword
    },

    async settle(ref, keptAs, now) {
      const { noteFile, replacedDir } = pathsOf(ref)
      const isNew = existsSync(noteFile)
      if (isNew) await noteLine(folders.currentOf(ref), clusterDirOf(ref), now)
      await rm(noteFile, { force: true })
      if (existsSync(replacedDir)) await rename(replacedDir, join(stagingDir, `${ref}.${keptAs}`))
      return isNew
    },
  }
}

/** Of what stands there; undefined where nothing does. */
async function versionIn(clusterDir: string): Promise<PostgresEngine | undefined> {
  const file = join(clusterPaths(clusterDir).dataDir, 'PG_VERSION')
  const text = existsSync(file) ? await readFile(file, 'utf8') : ''
  return PostgresEngine.safeParse(text.trim()).data
}
