import { execFile } from 'node:child_process'
import { chown, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  clusterPaths,
  type EngineMajor,
  endOrphans,
  findEngine,
  prepareTemplate,
  provisionCluster,
  setRolePasswords,
  settingsFor,
  startCluster,
  templateUser,
  withAdmin,
} from '@plinth/postgres'
import { dataFolder, removeFolder } from '../e2e/platform.ts'
import { barePostgrest } from './bare-postgrest.ts'
import { timed } from './lib.ts'

const run = promisify(execFile)
const PASSWORD = 'bench-password-that-signs-tokens-too'

/** A server with nothing around it: what any operation of ours is made of, at its least. */
export async function bareCluster(
  cacheDir: string,
  { major = 17, port = 54_399 }: { readonly major?: EngineMajor; readonly port?: number } = {},
) {
  const user = await templateUser()
  const engine = await findEngine({ major, cacheDir })
  const template = await prepareTemplate({
    engine,
    templatesDir: join(cacheDir, 'templates'),
    user,
  })
  const folder = await dataFolder()
  const clusterDir = join(folder, 'c')
  const { dataDir } = clusterPaths(clusterDir)
  const settings = settingsFor({ memoryMb: 1024, cpus: 2, maxConnections: 60 })
  const start = (more: Record<string, string> = {}) =>
    startCluster({ engine, clusterDir, port, user, settings: { ...settings, ...more } })
  let cluster: Awaited<ReturnType<typeof start>> | undefined
  const madeMs = await timed(async () => {
    await provisionCluster({ template, clusterDir, user })
    cluster = await start()
  })
  let copies = 0
  const copy = async (from: string) => {
    copies += 1
    await run('cp', ['-a', from, join(folder, `copy-${copies}`)])
  }
  const sync = () => run('sync', ['-f', folder])
  const target = {
    clusterDir,
    port,
    password: template.adminPassword,
    // what is measured may take its time
    statementTimeoutMs: 600_000,
    idleInTransactionTimeoutMs: 600_000,
  }

  return {
    madeMs,
    target,
    stopMs: () => timed(async () => void (await cluster?.stop())),
    startMs: () => timed(async () => void (cluster = await start())),
    /** A start that goes through recovery and ends it, with nothing to replay. */
    async replayMs() {
      const signal = join(dataDir, 'recovery.signal')
      await writeFile(signal, '')
      if (user) await chown(signal, user.uid, user.gid)
      const recovery = { restore_command: 'false', hot_standby: 'off' }
      return timed(async () => void (cluster = await start(recovery)))
    },
    /** What a data API takes on it from its start to its first answer. */
    async restMs() {
      await withAdmin(target, (client) => setRolePasswords(client, { authenticator: PASSWORD }))
      const uri = `postgresql://authenticator:${PASSWORD}@127.0.0.1:${port}/postgres`
      const started = performance.now()
      const rest = await barePostgrest({ uri, jwtSecret: PASSWORD, pool: 12, path: '/' })
      const tookMs = performance.now() - started
      await rest.stop()
      return tookMs
    },
    /** `cp -a` of a data directory, on the disk when it is done. */
    copyMs: (from = dataDir) =>
      timed(async () => {
        await copy(from)
        await sync()
      }),
    /** The same of a server that runs, which has to be told before and after. */
    liveCopyMs: () =>
      timed(async () => {
        await withAdmin(target, async (client) => {
          await client.query("select pg_backup_start('floor', true)")
          await copy(dataDir)
          await client.query('select pg_backup_stop(false)')
        })
        await sync()
      }),
    async [Symbol.asyncDispose]() {
      await endOrphans({ clusterDir })
      await removeFolder(folder)
    },
  }
}
