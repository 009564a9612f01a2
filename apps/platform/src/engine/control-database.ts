import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  adminRole,
  adoptCluster,
  clusterPaths,
  type Cluster,
  findEngine,
  freePort,
  prepareTemplate,
  provisionCluster,
  startCluster,
  templateUser,
} from '@plinth/postgres'
import type pg from 'pg'

export type ControlDatabase = {
  readonly connection: pg.PoolConfig
  readonly stop: () => Promise<void>
}

type Options = { readonly dataDir: string; readonly postgres17: string | undefined }

// it holds small tables: little memory, quick to start, nothing fancy
const SETTINGS = {
  shared_buffers: '32MB',
  max_connections: '60',
  work_mem: '4MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_worker_processes: '4',
  autovacuum_max_workers: '2',
  jit: 'off',
  log_min_messages: 'warning',
}

/** The platform's own Postgres: reached through its Unix socket only, it listens nowhere else. */
export async function startControlDatabase({
  dataDir,
  postgres17,
}: Options): Promise<ControlDatabase> {
  const clusterDir = join(dataDir, 'control')
  const user = await templateUser()
  const engine = await findEngine({
    major: 17,
    override: postgres17,
    cacheDir: join(dataDir, 'cache'),
  })
  await mkdir(clusterDir, { recursive: true, mode: 0o755 })
  const template = await prepareTemplate({
    engine,
    templatesDir: join(dataDir, 'templates'),
    user,
    bootstrap: 'none',
  })
  await provisionCluster({ template, clusterDir, user })
  const cluster = await startOrAdopt()
  return {
    connection: {
      host: clusterPaths(clusterDir).socketDir,
      port: cluster.port,
      user: adminRole,
      password: template.adminPassword,
      database: 'postgres',
      ssl: false,
    },
    stop: async () => {
      await cluster.stop()
    },
  }

  async function startOrAdopt(): Promise<Cluster> {
    const adopted = await adoptCluster({ clusterDir })
    if (adopted) return adopted
    // only names its socket: nothing listens on the port itself
    const port = await freePort({ from: 5_432, to: 5_532 })
    return startCluster({ engine, clusterDir, port, listen: '', user, settings: SETTINGS })
  }
}
