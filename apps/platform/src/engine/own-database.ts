import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import {
  adminConnection,
  adoptCluster,
  clusterPaths,
  type Cluster,
  findEngine,
  freePort,
  prepareTemplate,
  provisionCluster,
  rotateAdminPassword,
  startCluster,
  superviseCluster,
  templateUser,
  withAdmin,
} from '@plinth/postgres'
import pg from 'pg'
import type { Logger } from 'pino'

export type OwnDatabase = {
  readonly connection: pg.PoolConfig
  readonly stop: () => Promise<void>
}

type Options = {
  readonly name: keyof typeof FOLDERS
  readonly dataDir: string
  readonly cacheDir: string
  readonly postgres17: string | undefined
  /** The superuser's password, the same at every start. */
  readonly password: string
  readonly log: Logger
}

const WRONG_PASSWORD = '28P01'

// little memory, quick to start, nothing fancy
const COMMON = {
  work_mem: '4MB',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_worker_processes: '4',
  autovacuum_max_workers: '2',
  jit: 'off',
  log_min_messages: 'warning',
}

const FOLDERS = { control: 'control', logs: 'log-store' } as const

const SETTINGS = {
  // it holds small tables
  control: { ...COMMON, shared_buffers: '32MB', max_connections: '60' },
  // people's own SQL runs here: what it may take of the machine is bounded from outside
  logs: {
    ...COMMON,
    shared_buffers: '32MB',
    max_connections: '40',
    temp_file_limit: '256MB',
    max_parallel_workers_per_gather: '0',
    max_wal_size: '512MB',
    // a caller's mistake in SQL is an answer to the caller, not an event of the platform
    log_min_messages: 'fatal',
    log_min_error_statement: 'panic',
  },
}

/** A Postgres of the platform's own: reached through its Unix socket only, it listens nowhere else. */
export async function startOwnDatabase(options: Options): Promise<OwnDatabase> {
  const { name, dataDir, cacheDir, password, log } = options
  const clusterDir = join(dataDir, FOLDERS[name])
  const user = await templateUser()
  const engine = await findEngine({
    major: 17,
    override: options.postgres17,
    cacheDir,
  })
  const template = () =>
    prepareTemplate({ engine, templatesDir: join(cacheDir, 'templates'), user, bootstrap: 'none' })

  if (!existsSync(join(clusterPaths(clusterDir).dataDir, 'PG_VERSION'))) {
    await mkdir(clusterDir, { recursive: true, mode: 0o755 })
    await provisionCluster({ template: await template(), clusterDir, user })
  }
  const cluster = (await adoptCluster({ clusterDir })) ?? (await launch())
  const target = { clusterDir, port: cluster.port }
  try {
    await withAdmin({ ...target, password }, (client) => client.query('select'))
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || error.code !== WRONG_PASSWORD) throw error
    // fresh from the template, so it still has the template's password
    const { adminPassword } = await template()
    await rotateAdminPassword({ ...target, password: adminPassword }, { password })
  }
  // everything stands on it, so it is brought back however often it ends
  const supervisor = superviseCluster({
    cluster,
    start: (signal) => launch(cluster.port, signal),
    onState(next) {
      if (next.state === 'crashed') log.error({ name, exit: next.exit }, 'our own database ended')
      if (next.state === 'running') log.info({ name }, 'our own database runs')
    },
    maxCrashes: Infinity,
    backoffMs: [50, 500, 2_000, 10_000],
  })
  return {
    connection: { ...adminConnection({ ...target, password }), options: '' },
    stop: () => supervisor.stop(),
  }

  async function launch(known?: number, signal?: AbortSignal): Promise<Cluster> {
    // only names its socket: nothing listens on the port itself
    const port = known ?? (await freePort({ from: 5_432, to: 5_532 }))
    const settings = SETTINGS[name]
    return startCluster({ engine, clusterDir, port, listen: '', user, settings, signal })
  }
}
