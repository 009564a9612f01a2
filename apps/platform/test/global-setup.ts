import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  adminConnection,
  adminRole,
  clusterPaths,
  findEngine,
  prepareTemplate,
  provisionCluster,
  startCluster,
  templateUser,
  withAdmin,
} from '@plinth/postgres'
import type { TestProject } from 'vitest/node'
import { connectDatabase } from '#app/db/connect.ts'
import { migrate } from '#app/db/migrate.ts'
import { migrateLogDatabase } from '#app/logs/database.ts'

/** Where the tests' control database listens, and which of its databases to copy. */
export type ControlCluster = {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly password: string
  readonly template: string
}

declare module 'vitest' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- only an interface can be added to
  interface ProvidedContext {
    controlCluster: ControlCluster
  }
}

const TEMPLATE = 'plinth_template'
// only names the socket: nothing listens on it
const PORT = 5432
// the data lives for one run, so nothing has to survive a power cut
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '100',
  shared_buffers: '32MB',
  autovacuum: 'off',
  jit: 'off',
}

/** One PostgreSQL for the run, with a migrated database that every test file copies. */
export default async function setup(project: TestProject) {
  // engines and templates are kept from run to run, and shared with the tests of packages/postgres
  const cacheDir = join(tmpdir(), `plinth-test-cache-${process.getuid?.() ?? 0}`)
  await mkdir(cacheDir, { recursive: true })
  await chmod(cacheDir, 0o755)
  const engine = await findEngine({ major: 17, cacheDir })
  const user = await templateUser()
  const templatesDir = join(cacheDir, 'templates')
  const template = await prepareTemplate({ engine, templatesDir, user, bootstrap: 'none' })

  const dir = await mkdtemp(join(tmpdir(), 'plinth-'))
  await chmod(dir, 0o755)
  const clusterDir = join(dir, 'control')
  await provisionCluster({ template, clusterDir, user })
  const cluster = await startCluster({
    engine,
    clusterDir,
    user,
    port: PORT,
    listen: '',
    settings: SETTINGS,
  })
  const target = { clusterDir, port: PORT, password: template.adminPassword }
  await withAdmin(target, (client) => client.query(`create database ${TEMPLATE}`))
  await migrateTemplate(adminConnection({ ...target, database: TEMPLATE }))

  project.provide('controlCluster', {
    host: clusterPaths(clusterDir).socketDir,
    port: PORT,
    user: adminRole,
    password: template.adminPassword,
    template: TEMPLATE,
  })
  return async () => {
    await cluster.stop({ mode: 'immediate' })
    await rm(dir, { recursive: true, force: true, maxRetries: 5 })
  }
}

async function migrateTemplate(connection: ReturnType<typeof adminConnection>) {
  const { pool, db } = connectDatabase({
    connection: { ...connection, options: '' },
    onError: (error) => {
      throw error
    },
  })
  await migrate(db)
  await migrateLogDatabase(pool)
  await pool.end()
}
