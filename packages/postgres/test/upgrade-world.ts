import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import {
  rolePassword,
  tenant,
  testCluster,
  testDir,
  testEngine,
  testPort,
  testTemplate,
} from './database.ts'
import { clusterPaths } from '#postgres/cluster/paths.ts'
import { withAdmin, withClient } from '#postgres/connection/admin.ts'
import { setRolePasswords } from '#postgres/connection/password.ts'
import {
  type Cluster,
  provisionCluster,
  readLog,
  removeCluster,
  startCluster,
} from '#postgres/index.ts'
import { loadParser, statements } from '#postgres/sql/statements.ts'
import { moveObstacles } from '#postgres/move/obstacles.ts'
import { upgradeCluster } from '#postgres/move/upgrade-cluster.ts'
import type { Progress } from '#postgres/progress.ts'

const EVERYTHING = ['upgrade-fixture.sql', 'upgrade-oddities.sql', 'upgrade-rarities.sql']

/** Fills a project with a bit of everything. */
export const loadFixture = (client: pg.Client): Promise<void> => loadFiles(client, EVERYTHING)

/** Changes what the platform has made in a project, as its owner may. */
export const loadOnPlatform = (client: pg.Client): Promise<void> =>
  loadFiles(client, ['upgrade-platform.sql'])

/** Statement by statement. */
async function loadFiles(client: pg.Client, names: readonly string[]): Promise<void> {
  await loadParser()
  for (const name of names) {
    const text = await readFile(new URL(name, import.meta.url), 'utf8')
    for (const { sql } of statements(text)) {
      await client.query(sql).catch((cause: unknown) => {
        throw new Error(sql, { cause })
      })
    }
  }
}

/** A server of 18 with a superuser and nothing else. */
export async function emptyServer() {
  const engine = await testEngine(18)
  const template = await testTemplate(engine, 'none')
  const dir = await testDir()
  const clusterDir = join(dir.path, 'e')
  await provisionCluster({ template, clusterDir, user: tenant })
  const cluster = await startCluster({
    engine,
    clusterDir,
    user: tenant,
    port: await testPort(),
    settings: { shared_preload_libraries: 'pg_stat_statements' },
  })
  return {
    admin: <T>(task: Task<T>) => withAdmin({ ...cluster, password: template.adminPassword }, task),
    async [Symbol.asyncDispose]() {
      await cluster.stop({ mode: 'immediate' })
      await dir[Symbol.asyncDispose]()
    },
  }
}

type Task<T> = (client: pg.Client) => Promise<T>

/** A project of 17 to fill, with other settings where they matter, and the one of 18 that it is moved to. */
export async function upgradeWorld(changed: Readonly<Record<string, string>> = {}) {
  const made = await testCluster({ major: 17 })
  const old = { ...made, settings: { ...made.settings, ...changed } }
  const engine = await testEngine(18)
  const template = await testTemplate(engine, 'none')
  const clusterDir = join(old.clusterDir, '..', 'n')
  const { adminPassword } = old.template

  const side = (options: Parameters<typeof startCluster>[0]) => {
    const start = async () => startCluster({ ...options, port: await testPort() })
    const during = async <T>(task: (cluster: Cluster) => Promise<T>): Promise<T> => {
      await using cluster = await start()
      return await task(cluster)
    }
    const target = (cluster: Cluster) => ({ ...cluster, password: adminPassword })
    return {
      during,
      /** As the superuser of a server that runs for this only. */
      admin: <T>(task: Task<T>, database = 'postgres') =>
        during((cluster) => withAdmin({ ...target(cluster), database }, task)),
      as: <T>(role: string, task: Task<T>, database?: string) =>
        during((cluster) => asRole(cluster, { role, password: rolePassword, database }, task)),
      target,
    }
  }
  const before = side({ ...old, port: 0 })
  const after = side({ ...old, engine, clusterDir, port: 0 })
  await before.admin((client) =>
    setRolePasswords(client, { postgres: rolePassword, plinth_read_only: rolePassword }),
  )
  return {
    before,
    after,
    dataDirs: {
      before: clusterPaths(old.clusterDir).dataDir,
      after: clusterPaths(clusterDir).dataDir,
    },
    /** What each server has said until now. */
    logs: async () => ({
      before: await messagesOf(old.clusterDir),
      after: await messagesOf(clusterDir),
    }),
    /** What is in the way of a move. */
    obstacles: () => before.during((cluster) => moveObstacles(before.target(cluster), engine)),
    move: (signal?: AbortSignal, onProgress?: Progress) =>
      upgradeCluster({
        signal,
        onProgress,
        source: { ...old, adminPassword, readerPassword: rolePassword },
        target: { engine, clusterDir, template, settings: old.settings },
        user: old.user,
      }),
    async [Symbol.asyncDispose]() {
      await removeCluster(clusterDir)
      await made[Symbol.asyncDispose]()
    },
  }
}

async function messagesOf(clusterDir: string): Promise<string[]> {
  // one that is not there yet has said nothing
  const { records } = await readLog({ clusterDir }).catch(() => ({ records: [] }))
  return records.map(({ message }) => message)
}

type Login = {
  readonly role: string
  readonly password: string
  readonly database?: string | undefined
}

/** As people come in: by TCP, with a password. */
export const asRole = <T>(
  { port }: Cluster,
  { role, password, database = 'postgres' }: Login,
  task: Task<T>,
): Promise<T> => withClient({ host: '127.0.0.1', port, user: role, password, database }, task)
