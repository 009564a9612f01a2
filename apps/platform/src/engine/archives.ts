import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import {
  archivedRange,
  archiveNow,
  archivePaths,
  archiverStatus,
  baseBackup,
  backupFor,
  endOrphans,
  type Engine as Postgres,
  lastTimeline,
  listBackups,
  noteLine,
  prepareArchive,
  pruneArchive,
  removeCluster,
  readLines,
  restoreBackup,
  type StartingPoint,
  type OsUser,
  withAdmin,
} from '@plinth/postgres'
import { z } from 'zod'
import type { Archives, EngineBackup, Placement } from './engine.ts'
import { checkScratch } from './scratch-check.ts'

type Options = {
  /** On another path than the projects; on another disk where the operator says so. */
  readonly backupsDir: string
  /** Beside the projects, so that a finished restore is one rename. */
  readonly stagingDir: string
  readonly clusterDirOf: (ref: string) => string
  readonly userOf: (placement: Placement) => OsUser
  readonly postgresFor: (placement: Placement) => Promise<Postgres>
  readonly settingsOf: (placement: Placement) => Record<string, string>
  readonly portOf: (placement: Placement) => number
}

// what asked for a backup stands in its name, so the folder alone tells everything
const NAME = /^(\d{8}T\d{9}Z)-([a-z]+)$/
const REPLACED = /^([a-z]{20})\.[a-z]+-(\d+)$/
const SEGMENT_BYTES = 16 * 1024 * 1024
const OWN_BYTES = 4 * 1024
const Staged = z.object({ adminPassword: z.string(), from: z.string() })

/** A backup by its name, or the one that leads to a moment. */
async function startingPoint(
  archiveDir: string,
  { name, moment }: { name?: string | undefined; moment?: Date | undefined },
): Promise<StartingPoint | undefined> {
  if (moment) return backupFor(archiveDir, moment)
  const backup = (await listBackups(archiveDir)).find((one) => one.name === name)
  return backup && { backup, line: undefined }
}

/** What a restore has put aside, by when. */
async function replacedOf(stagingDir: string, ref: string) {
  const names = await readdir(stagingDir).catch(() => []) // none was ever made
  return names.flatMap((name) => {
    const [, of, atMs] = REPLACED.exec(name) ?? []
    return of === ref ? [{ name, at: new Date(Number(atMs)) }] : []
  })
}

/** Backups, WAL archives and restores of the embedded engine. */
export function archives(options: Options): Archives {
  const { backupsDir, stagingDir, clusterDirOf, userOf, portOf } = options
  const archiveDirOf = (ref: string) => join(backupsDir, ref)
  const stagedDirOf = (ref: string) => join(stagingDir, ref)
  // where packages/postgres makes it, until it is whole
  const halfStagedDirOf = (ref: string) => join(stagingDir, `${ref}.new`)
  const replacedDirOf = (ref: string) => join(stagingDir, `${ref}.before`)
  const passwordFile = (ref: string) => join(stagingDir, `${ref}.json`)

  /** Where the WAL stood after the last note, by project. */
  const noted = new Map<string, number>()

  const targetOf = (placement: Placement) => ({
    clusterDir: clusterDirOf(placement.ref),
    port: portOf(placement),
    password: placement.secrets.admin,
  })

  async function archive(placement: Placement): Promise<Date> {
    const archiveDir = archiveDirOf(placement.ref)
    const { at } = await withAdmin(targetOf(placement), (client) =>
      archiveNow({ client, archiveDir }),
    )
    return at
  }

  async function all(ref: string): Promise<EngineBackup[]> {
    const found = await listBackups(archiveDirOf(ref))
    return found.map(({ name, bytes, finishedAt, serverVersion }) => ({
      name,
      reason: NAME.exec(name)?.[2] ?? 'requested',
      finishedAt: new Date(finishedAt),
      bytes,
      serverVersion,
    }))
  }

  async function staged(ref: string) {
    if (!existsSync(passwordFile(ref))) return undefined
    const text = await readFile(passwordFile(ref), 'utf8')
    // cut short by a crash: as if it had not been written
    return text.endsWith('}') ? Staged.parse(JSON.parse(text)) : undefined
  }

  return {
    prepare: async (placement) => {
      const archiveDir = archiveDirOf(placement.ref)
      await prepareArchive({ archiveDir, user: userOf(placement) })
      return archiveDir
    },
    archiveNow: archive,

    async backup(placement, { name, signal }) {
      const archiveDir = archiveDirOf(placement.ref)
      // repeated after a crash: what is complete is done
      if (existsSync(join(archivePaths(archiveDir).backupsDir, name))) return
      await baseBackup({ target: targetOf(placement), archiveDir, name, signal })
    },

    async noteIfWritten(placement) {
      const lsn = await withAdmin(targetOf(placement), async (client) => {
        const { rows } = await client.query<{ lsn: string }>(
          "select pg_catalog.pg_wal_lsn_diff(pg_catalog.pg_current_wal_insert_lsn(), '0/0') as lsn",
        )
        return Number(rows[0]?.lsn)
      })
      // a note writes a little itself, and a switched segment costs 16 MB of archive
      const before = noted.get(placement.ref) ?? 0
      if (lsn - before < SEGMENT_BYTES + OWN_BYTES && before > 0) return
      await archive(placement)
      noted.set(placement.ref, Math.ceil(lsn / SEGMENT_BYTES) * SEGMENT_BYTES)
    },

    backups: all,
    recoverable: (ref) => archivedRange(archiveDirOf(ref)),
    async needsBackup(ref) {
      const archiveDir = archiveDirOf(ref)
      const since = (await readLines(archiveDir)).at(-1)?.since
      const newest = (await listBackups(archiveDir)).at(-1)
      return since !== undefined && newest !== undefined && new Date(newest.finishedAt) < since
    },
    status: (placement) => withAdmin(targetOf(placement), archiverStatus),

    async stage(placement, { sourceRef, name, moment, signal }) {
      const { ref } = placement
      const from = [sourceRef, moment?.toISOString() ?? name].join(' ')
      // repeated after a crash; what was staged of something else is in the way
      const known = existsSync(stagedDirOf(ref)) ? await staged(ref) : undefined
      if (known?.from === from) return
      const archiveDir = archiveDirOf(sourceRef)
      const chosen = await startingPoint(archiveDir, { name, moment })
      if (!chosen) throw new Error('There is no backup for this')
      await mkdir(stagingDir, { recursive: true, mode: 0o755 })
      await removeCluster(stagedDirOf(ref))
      const { adminPassword } = await restoreBackup({
        engine: await options.postgresFor(placement),
        backupDir: chosen.backup.backupDir,
        ...(moment && { walDir: archivePaths(archiveDir).walDir, targetTime: moment }),
        line: chosen.line,
        lastTimeline: await lastTimeline(archiveDirOf(ref)),
        clusterDir: stagedDirOf(ref),
        user: userOf(placement),
        settings: options.settingsOf(placement),
        signal,
      })
      const note = JSON.stringify({ adminPassword, from })
      await writeFile(passwordFile(ref), note, { mode: 0o600 })
    },

    async swapIn(ref) {
      const [current, staged, before] = [clusterDirOf(ref), stagedDirOf(ref), replacedDirOf(ref)]
      if (!existsSync(staged)) return // swapped already, before a crash
      await endOrphans({ clusterDir: current })
      if (existsSync(current) && !existsSync(before)) await rename(current, before)
      await rename(staged, current)
    },

    async swapBack(ref) {
      const [current, before] = [clusterDirOf(ref), replacedDirOf(ref)]
      if (existsSync(before)) {
        await endOrphans({ clusterDir: current })
        await removeCluster(current)
        await rename(before, current)
      }
      await removeCluster(stagedDirOf(ref))
      await removeCluster(halfStagedDirOf(ref))
      await rm(passwordFile(ref), { force: true })
    },

    async stagedPassword(ref) {
      return (await staged(ref))?.adminPassword
    },

    async settle(ref, keptAs, now) {
      if (existsSync(passwordFile(ref))) {
        await noteLine(archiveDirOf(ref), clusterDirOf(ref), now)
        // its WAL begins again where the backup's ended
        noted.delete(ref)
      }
      await rm(passwordFile(ref), { force: true })
      const before = replacedDirOf(ref)
      if (existsSync(before)) await rename(before, join(stagingDir, `${ref}.${keptAs}`))
    },

    async verifyNewest(placement) {
      const newest = (await listBackups(archiveDirOf(placement.ref))).at(-1)
      if (!newest) return undefined
      const clusterDir = join(stagingDir, `${placement.ref}.scratch`)
      await mkdir(stagingDir, { recursive: true, mode: 0o755 })
      await removeCluster(clusterDir)
      try {
        const engine = await options.postgresFor(placement)
        const [user, settings] = [userOf(placement), options.settingsOf(placement)]
        const { adminPassword } = await restoreBackup({
          engine,
          user,
          settings,
          clusterDir,
          backupDir: newest.backupDir,
        })
        const detail = await checkScratch({ engine, user, settings, clusterDir, adminPassword })
        return { name: newest.name, detail }
      } finally {
        await removeCluster(clusterDir)
      }
    },

    pack(ref, name) {
      const { backupsDir: folder } = archivePaths(archiveDirOf(ref))
      // an argument array, and a name that cannot be taken for a flag
      const args = ['--create', '--gzip', '--directory', folder, '--', name]
      const child = spawn('tar', args, { stdio: ['ignore', 'pipe', 'ignore'] })
      child.on('error', (error) => child.stdout.destroy(error))
      child.stdout.on('close', () => child.kill())
      return Readable.toWeb(child.stdout)
    },

    prune: async (ref, keepSince) => {
      await pruneArchive({ archiveDir: archiveDirOf(ref), keepSince })
    },
    async dropReplaced(ref, keepSince) {
      for (const { name, at } of await replacedOf(stagingDir, ref)) {
        if (at < keepSince) await rm(join(stagingDir, name), { recursive: true, force: true })
      }
    },

    async remove(ref) {
      for (const { name } of await replacedOf(stagingDir, ref)) {
        await rm(join(stagingDir, name), { recursive: true, force: true })
      }
      await rm(archiveDirOf(ref), { recursive: true, force: true })
    },
  }
}
