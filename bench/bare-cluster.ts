import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  clusterPaths,
  endOrphans,
  findEngine,
  prepareTemplate,
  provisionCluster,
  settingsFor,
  startCluster,
  templateUser,
} from '@plinth/postgres'
import { dataFolder, removeFolder } from '../e2e/platform.ts'
import { timed } from './lib.ts'

const PORT = 54_399
const run = promisify(execFile)

/** A server with nothing around it: what any operation of ours is made of, at its least. */
export async function bareCluster(cacheDir: string) {
  const user = await templateUser()
  const engine = await findEngine({ major: 17, cacheDir })
  const template = await prepareTemplate({
    engine,
    templatesDir: join(cacheDir, 'templates'),
    user,
  })
  const folder = await dataFolder()
  const clusterDir = join(folder, 'c')
  const { dataDir } = clusterPaths(clusterDir)
  const settings = settingsFor({ memoryMb: 1024, cpus: 2, maxConnections: 60 })
  const start = () => startCluster({ engine, clusterDir, port: PORT, user, settings })
  let cluster: Awaited<ReturnType<typeof start>> | undefined
  const madeMs = await timed(async () => {
    await provisionCluster({ template, clusterDir, user })
    cluster = await start()
  })
  let copies = 0

  return {
    madeMs,
    stopMs: () => timed(async () => void (await cluster?.stop())),
    startMs: () => timed(async () => void (cluster = await start())),
    /** `cp -a` of a data directory, on the disk when it is done. */
    copyMs: (from = dataDir) =>
      timed(async () => {
        copies += 1
        await run('cp', ['-a', from, join(folder, `copy-${copies}`)])
        await run('sync', ['-f', folder])
      }),
    async [Symbol.asyncDispose]() {
      await endOrphans({ clusterDir })
      await removeFolder(folder)
    },
  }
}
