import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresEngine } from '@plinth/contract'
import {
  archiveSettings,
  endOrphans,
  moveObstacles,
  prepareTemplate,
  provisionCluster,
  removeCluster,
  startCluster,
  templateUser,
  upgradeCluster,
} from '@plinth/postgres'
import { newPart, notePart } from './archive-folders.ts'
import type { Clusters } from './clusters.ts'
import type { Upgrades } from './engine.ts'
import { checkScratch } from './scratch-check.ts'
import { noteStaged, stagedNote, stagingPaths } from './staging.ts'

/** Upgrades of the embedded engine: a new cluster is made beside the project's. */
export function upgrades(options: Clusters): Upgrades {
  const { stagingDir, folders, clusterDirOf } = options
  const stagedDirOf = (ref: string) => stagingPaths(stagingDir, ref).stagedDir

  /** A cluster with a superuser and nothing else. */
  async function emptyTemplate(to: PostgresEngine) {
    const engine = await options.postgresOf(to)
    const templatesDir = join(options.cacheDir, 'templates')
    const user = await templateUser()
    return {
      engine,
      template: await prepareTemplate({ engine, templatesDir, user, bootstrap: 'none' }),
    }
  }

  const isMoved = async (ref: string, to: PostgresEngine) =>
    existsSync(stagedDirOf(ref)) && (await stagedNote(stagingDir, ref))?.from === movedFrom(ref, to)

  return {
    async obstacles(placement, to) {
      const engine = await options.postgresOf(to)
      const target = {
        clusterDir: clusterDirOf(placement.ref),
        port: options.portOf(placement),
        password: placement.secrets.admin,
      }
      return moveObstacles(target, engine)
    },

    async launch(placement, to) {
      const { ref } = placement
      const [clusterDir, user] = [stagedDirOf(ref), options.userOf(placement)]
      await mkdir(stagingDir, { recursive: true, mode: 0o755 })
      // what an earlier upgrade or restore that broke off has left
      await removeCluster(clusterDir)
      await rm(stagingPaths(stagingDir, ref).noteFile, { force: true })
      const { engine, template } = await emptyTemplate(to)
      await provisionCluster({ template, clusterDir, user })
      const settings = options.settingsOf(placement)
      await startCluster({ engine, clusterDir, user, settings, port: 5432, listen: '' })
    },

    async detach(ref) {
      await endOrphans({ clusterDir: stagedDirOf(ref) })
    },

    async move(placement, { to, now, signal, onProgress }) {
      const { ref, secrets } = placement
      // repeated after a crash
      if (await isMoved(ref, to)) return
      const [source, staged] = [clusterDirOf(ref), stagedDirOf(ref)]
      const settings = options.settingsOf(placement)
      await upgradeCluster({
        source: {
          engine: await options.postgresOf(placement.postgresEngine),
          clusterDir: source,
          adminPassword: secrets.admin,
          readerPassword: secrets.readOnly,
          settings: { ...settings, ...archiveSettings({ archiveDir: folders.currentOf(ref) }) },
        },
        target: { ...(await emptyTemplate(to)), clusterDir: staged, settings },
        user: options.userOf(placement),
        signal,
        onProgress,
      })
      await notePart(staged, newPart(to, now))
      // last: where it stands, everything does
      const note = { adminPassword: secrets.admin, from: movedFrom(ref, to), postgresEngine: to }
      await noteStaged(stagingDir, ref, note)
    },

    async check(placement, { to, ...watched }) {
      const { ref } = placement
      await checkScratch({
        ...watched,
        engine: await options.postgresOf(to),
        clusterDir: stagedDirOf(ref),
        user: options.userOf(placement),
        settings: options.settingsOf(placement),
        adminPassword: placement.secrets.admin,
        isKept: true,
      })
    },
  }
}

const movedFrom = (ref: string, to: PostgresEngine) => `${ref} upgraded to ${to}`
