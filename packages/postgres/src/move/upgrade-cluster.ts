import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Moved, moveCluster } from './move-cluster.ts'
import { moveObstacles } from './obstacles.ts'
import { READER } from './sessions.ts'
import { readFiles } from '#postgres/backup/file-workers.ts'
import type { Engine } from '#postgres/cluster/engine.ts'
import { handOver, type OsUser } from '#postgres/cluster/os-user.ts'
import { clusterPaths } from '#postgres/cluster/paths.ts'
import { adminRole } from '#postgres/cluster/pg-hba.ts'
import { provisionCluster, removeCluster } from '#postgres/cluster/provision.ts'
import { runCommand } from '#postgres/cluster/run-command.ts'
import { startCluster } from '#postgres/cluster/start.ts'
import type { Template } from '#postgres/cluster/template.ts'
import { withAdmin } from '#postgres/connection/admin.ts'
import { setRolePasswords } from '#postgres/connection/password.ts'
import { ClusterError } from '#postgres/errors.ts'
import type { Progress } from '#postgres/progress.ts'

type Settings = Readonly<Record<string, string>>

type UpgradeOptions = {
  /** The stopped cluster that is moved from; it stays as it is. */
  readonly source: {
    readonly engine: Engine
    readonly clusterDir: string
    readonly adminPassword: string
    readonly readerPassword: string
    /** As it is started otherwise: it goes on archiving its WAL, should it be gone back to. */
    readonly settings: Settings
  }
  /** Where the new one is made, from a template with nothing in it but a superuser. */
  readonly target: {
    readonly engine: Engine
    readonly clusterDir: string
    readonly template: Template
    readonly settings: Settings
  }
  readonly user: OsUser
  readonly stopTimeoutMs?: number
  readonly signal?: AbortSignal | undefined
  readonly onProgress?: Progress | undefined
}

// only names their sockets: neither listens anywhere else
const PORT = 5432

/** Each table of a project is locked by whoever reads all of them. */
export const READING: Settings = { autovacuum: 'off', max_locks_per_transaction: '2000' }

/** Until it is whole nothing of it counts, so nothing of it is waited for; a flush comes at the end. */
const LOADING: Settings = {
  archive_mode: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '4GB',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // of a sort, where an index grew row by row and is built at once now
  temp_file_limit: '-1',
  max_connections: '100',
  ...READING,
  // ours among them: nobody listens, and none of it has to be told
  event_triggers: 'off',
  // statements hold passwords, or their verifiers
  log_min_error_statement: 'panic',
  log_min_duration_statement: '-1',
  log_statement: 'none',
}

/**
 * Makes a cluster of another major version with everything that a stopped one holds. Both servers
 * run for as long as it takes, where nobody but us can reach them, and are stopped at the end.
 */
export async function upgradeCluster(options: UpgradeOptions): Promise<Moved> {
  const { source, target, user, signal } = options
  const stop = { mode: 'fast' as const, stopTimeoutMs: options.stopTimeoutMs ?? 600_000 }
  await removeCluster(target.clusterDir)
  await provisionCluster({ template: target.template, clusterDir: target.clusterDir, user })
  const rules = join(source.clusterDir, 'move-hba.conf')
  await writeFile(rules, rulesFor([adminRole, READER]), { mode: 0o644 })
  try {
    await using old = await startCluster({
      ...source,
      user,
      signal,
      port: PORT,
      listen: '',
      settings: { ...source.settings, ...READING, hba_file: rules },
    })
    await using made = await startCluster({
      ...target,
      user,
      signal,
      port: PORT,
      listen: '',
      settings: { ...target.settings, ...LOADING },
    })
    // nothing of it is worth waiting for then, not even the index that is being built
    const endNow = () => made.stop({ mode: 'immediate' })
    // its trouble is met again where it is disposed of
    signal?.addEventListener('abort', () => void endNow().catch(() => undefined))
    // looked for before, while people could still make new ones
    const { adminPassword } = source
    const obstacles = await moveObstacles({ ...old, password: adminPassword }, target.engine)
    if (obstacles.length > 0) throw new ClusterError('NOT_MOVABLE', obstacles.join('. '))
    const moved = await moveCluster({
      source: { ...source, port: old.port },
      target: { ...target, port: made.port, adminPassword: target.template.adminPassword },
      signal,
      onProgress: options.onProgress,
    })
    await withAdmin({ ...made, password: target.template.adminPassword }, (client) =>
      setRolePasswords(client, { [adminRole]: adminPassword }),
    )
    // nothing was flushed on the way: without a whole last checkpoint it is worth nothing
    if (!(await made.stop(stop)).isClean) {
      throw new ClusterError('STOP_TIMEOUT', 'The new server did not write everything to disk')
    }
    await old.stop(stop)
    await copyVaultKey(source.clusterDir, target.clusterDir, user)
    await flush(target.clusterDir)
    return moved
  } finally {
    await rm(rules, { force: true })
  }
}

/** Nobody else is let in, not even who is logged in to the machine as the server's account. */
const rulesFor = (roles: readonly string[]) =>
  roles.map((role) => `local all ${role} scram-sha-256\n`).join('')

/** What the vault's secrets are sealed with; it lies beside them and in no dump. */
async function copyVaultKey(fromDir: string, toDir: string, user: OsUser): Promise<void> {
  const keyIn = (clusterDir: string) => join(clusterPaths(clusterDir).dataDir, 'plinth-vault.key')
  const to = keyIn(toDir)
  // not through a link: both folders are the server's account's, and we may be root
  const [isThere] = await readFiles([{ from: keyIn(fromDir), to }])
  // a cluster made for a test has none
  if (isThere) await handOver(to, user)
}

async function flush(folder: string): Promise<void> {
  const args = process.platform === 'linux' ? ['-f', folder] : []
  await runCommand({ command: 'sync', args, commandTimeoutMs: 600_000 })
}
