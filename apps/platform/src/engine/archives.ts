import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { PostgresEngine } from '@plinth/contract'
import {
  archivedRange,
  archiveNow,
  archivePaths,
  archiverStatus,
  baseBackup,
  listBackups,
  prepareArchive,
  readLines,
  withAdmin,
} from '@plinth/postgres'
import type { Clusters } from './clusters.ts'
import { backupsAsSql } from './backup-sql.ts'
import { assertRoom } from './disk-usage.ts'
import type { Archives, EngineBackup, Placement } from './engine.ts'
import { readOut } from './read-out.ts'
import { staging } from './staging.ts'
import { turns } from './turns.ts'
import { backupTrials } from './verify-backups.ts'

// each restores a whole database beside the projects: as SQL, or to try it
const COPIES_AT_ONCE = 2

// what asked for a backup stands in its name, so the folder alone tells everything
const NAME = /^(\d{8}T\d{9}Z)-([a-z]+)$/
const REPLACED = /^([a-z]{20})\.(replaced|upgraded)-(\d+)$/

/**
 * What a snapshot (`xmin:xmax:xip`) becomes by a note alone, which is one transaction: any other, begun
 * or ended since, makes it another.
 */
function snapshotAfterNote(snapshot: string): string {
  const [xmin = '0', xmax = '0', running = ''] = snapshot.split(':')
  const next = String(BigInt(xmax) + 1n)
  return `${running === '' ? next : xmin}:${next}:${running}`
}

/** What restores and upgrades have put aside, and when. */
async function replacedOf(stagingDir: string, ref: string) {
  const names = await readdir(stagingDir).catch(() => []) // none was ever made
  return names.flatMap((name) => {
    const [, of, kind, atMs] = REPLACED.exec(name) ?? []
    if (of !== ref || (kind !== 'replaced' && kind !== 'upgraded')) return []
    return [{ name, kind, at: new Date(Number(atMs)) } as const]
  })
}

/** Backups, WAL archives and restores of the embedded engine. */
export function archives(options: Clusters): Archives {
  const { folders, stagingDir, clusterDirOf, userOf, portOf } = options
  const archiveDirOf = folders.currentOf
  const places = staging(options)
  const beside = { ...options, turn: turns(COPIES_AT_ONCE) }
  const sqlOf = backupsAsSql(beside)

  /** Which transactions there were after the last note, by project. */
  const noted = new Map<string, string>()

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

    async backup(placement, options) {
      const archiveDir = archiveDirOf(placement.ref)
      // repeated after a crash: what is complete is done
      if (existsSync(join(archivePaths(archiveDir).backupsDir, options.name))) return
      const newest = (await listBackups(archiveDir)).at(-1)
      if (newest) await assertRoom(archiveDir, newest.bytes, 'for another backup')
      await baseBackup({ ...options, target: targetOf(placement), archiveDir })
    },

    async noteIfWritten(placement) {
      const snapshot = await withAdmin(targetOf(placement), async (client) => {
        const { rows } = await client.query<{ snapshot: string }>(
          'select pg_catalog.pg_current_snapshot()::pg_catalog.text as snapshot',
        )
        return rows[0]?.snapshot ?? ''
      })
      // a switched segment costs its whole size of archive, so a database at rest is left alone
      if (noted.get(placement.ref) === snapshot) return
      await archive(placement)
      noted.set(placement.ref, snapshotAfterNote(snapshot))
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

    verifyNewest: backupTrials(beside),

    asSql: (placement, name) => readOut((signal) => sqlOf(placement, { name, signal })),

    prune: folders.prune,
    async dropReplaced(ref, keepSince) {
      for (const { name, kind, at } of await replacedOf(stagingDir, ref)) {
        if (at < keepSince[kind]) await rm(join(stagingDir, name), { recursive: true, force: true })
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
