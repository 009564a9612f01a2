import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { PostgresEngine } from '@plinth/contract'
import {
  archivedRange,
  archiveNow,
  archivePaths,
  archiverStatus,
  baseBackup,
  type Engine as Postgres,
  listBackups,
  prepareArchive,
  removeCluster,
  readLines,
  restoreBackup,
  type OsUser,
  withAdmin,
} from '@plinth/postgres'
import type { ArchiveFolders } from './archive-folders.ts'
import type { Archives, EngineBackup, Placement } from './engine.ts'
import { checkScratch } from './scratch-check.ts'
import { staging } from './staging.ts'

type Options = {
  readonly folders: ArchiveFolders
  /** Beside the projects, so that a finished restore is one rename. */
  readonly stagingDir: string
  readonly clusterDirOf: (ref: string) => string
  readonly userOf: (placement: Placement) => OsUser
  readonly postgresOf: (version: PostgresEngine) => Promise<Postgres>
  readonly settingsOf: (placement: Placement) => Record<string, string>
  readonly portOf: (placement: Placement) => number
}

// what asked for a backup stands in its name, so the folder alone tells everything
const NAME = /^(\d{8}T\d{9}Z)-([a-z]+)$/
const REPLACED = /^([a-z]{20})\.[a-z]+-(\d+)$/
const SEGMENT_BYTES = 16 * 1024 * 1024
const OWN_BYTES = 4 * 1024

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
  const { folders, stagingDir, clusterDirOf, userOf, portOf } = options
  const archiveDirOf = folders.currentOf
  const places = staging(options)

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
    const found = await folders.backups(ref)
    return found.map(({ name, bytes, finishedAt, serverVersion, major }) => ({
      name,
      reason: NAME.exec(name)?.[2] ?? 'requested',
      finishedAt: new Date(finishedAt),
      bytes,
      serverVersion,
      postgresEngine: PostgresEngine.parse(String(major)),
    }))
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
      // of a version that it was upgraded to
      if (!newest && folders.partOf(ref) !== '') return true
      return since !== undefined && newest !== undefined && new Date(newest.finishedAt) < since
    },
    status: (placement) => withAdmin(targetOf(placement), archiverStatus),

    stage: places.stage,
    swapIn: places.swapIn,
    swapBack: places.swapBack,
    stagedPassword: places.stagedPassword,
    async settle(ref, keptAs, now) {
      // its WAL begins again where the backup's ended
      if (await places.settle(ref, keptAs, now)) noted.delete(ref)
    },

    async verifyNewest(placement) {
      const newest = (await listBackups(archiveDirOf(placement.ref))).at(-1)
      if (!newest) return undefined
      const clusterDir = join(stagingDir, `${placement.ref}.scratch`)
      await mkdir(stagingDir, { recursive: true, mode: 0o755 })
      await removeCluster(clusterDir)
      try {
        const engine = await options.postgresOf(placement.postgresEngine)
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

    async pack(ref, name) {
      const found = (await folders.backups(ref)).find((backup) => backup.name === name)
      const { backupsDir: folder } = archivePaths(folders.at(ref, found?.part ?? ''))
      // an argument array, and a name that cannot be taken for a flag
      const args = ['--create', '--gzip', '--directory', folder, '--', name]
      const child = spawn('tar', args, { stdio: ['ignore', 'pipe', 'ignore'] })
      child.on('error', (error) => child.stdout.destroy(error))
      child.stdout.on('close', () => child.kill())
      return Readable.toWeb(child.stdout)
    },

    prune: folders.prune,
    async dropReplaced(ref, keepSince) {
      for (const { name, at } of await replacedOf(stagingDir, ref)) {
        if (at < keepSince) await rm(join(stagingDir, name), { recursive: true, force: true })
      }
    },

    async remove(ref) {
      for (const { name } of await replacedOf(stagingDir, ref)) {
        await rm(join(stagingDir, name), { recursive: true, force: true })
      }
      await rm(folders.rootOf(ref), { recursive: true, force: true })
    },
  }
}
