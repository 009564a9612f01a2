import { createHash, randomBytes } from 'node:crypto'
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bootstrapSql, type BootstrapKind } from './bootstrap.ts'
import type { Engine } from './engine.ts'
import { handOver, type OsUser } from './os-user.ts'
import { adminRole, baseConfiguration, hostBasedAuthentication } from './pg-hba.ts'
import { clusterPaths } from './paths.ts'
import { removeCluster } from './provision.ts'
import { runCommand } from './run-command.ts'
import { startCluster } from './start.ts'
import { assertTraversable } from './traversable.ts'
import { withAdmin } from '#postgres/connection/admin.ts'
import { ClusterError, isSystemError } from '#postgres/errors.ts'

// A moment is brought into the archive, and every backup closed, by a segment that is handed over
// however empty it is: a quarter of the usual size is a quarter of what that writes.
const WAL_SEGMENT_MB = 4

/** A stopped cluster that others are copied from. */
export type Template = {
  readonly dir: string
  readonly dataDir: string
  /** The superuser's password in every copy, until it is rotated there. */
  readonly adminPassword: string
  /** Changes with the engine's version and with the bootstrap SQL. */
  readonly fingerprint: string
  readonly bootstrap: BootstrapKind
}

type TemplateOptions = {
  engine: Engine
  templatesDir: string
  /** Who runs `initdb`: a named account when we are root, else undefined. */
  user: OsUser
  /** `none` makes a cluster with a superuser only, for a database of our own. */
  bootstrap?: BootstrapKind
  /** For `initdb`, and again for the start. */
  commandTimeoutMs?: number
}

/** Makes the template of this engine and bootstrap SQL, or finds it. Several servers may do so at once. */
export async function prepareTemplate(options: TemplateOptions): Promise<Template> {
  const { engine, templatesDir, user, bootstrap = 'project' } = options
  const sql = await bootstrapSql(bootstrap)
  const fingerprint = fingerprintOf(engine, bootstrap, sql)
  const dir = join(templatesDir, fingerprint)
  const known = await readPassword(dir)
  if (known !== undefined) {
    return templateAt({ dir, adminPassword: known, fingerprint, bootstrap })
  }

  await mkdir(templatesDir, { recursive: true })
  await assertTraversable(templatesDir, user)
  // short, because the bootstrap needs a socket in it
  const partial = join(templatesDir, `.t${randomBytes(4).toString('hex')}`)
  try {
    await build({ ...options, sql, partial })
    await rename(partial, dir).catch((error: unknown) => {
      // another server was faster; its template is as good, and its password is the one that counts
      if (!isSystemError(error, 'EEXIST', 'ENOTEMPTY')) throw error
    })
  } finally {
    await rm(partial, { recursive: true, force: true })
  }
  const password = await readPassword(dir)
  if (password === undefined) throw new ClusterError('START_FAILED', `${dir} has no password file`)
  return templateAt({ dir, adminPassword: password, fingerprint, bootstrap })
}

// longer than any takes to be made
const ABANDONED_MS = 10 * 60_000
const PARTIAL = /^\.t[0-9a-f]{8}$/

/** Ends and removes what servers that were killed have left half made; what others make now stays. */
export async function sweepTemplates(templatesDir: string, now = Date.now()): Promise<void> {
  const names = await readdir(templatesDir).catch(() => []) // none was ever made
  for (const name of names.filter((each) => PARTIAL.test(each))) {
    const dir = join(templatesDir, name)
    // it may be finished at this very moment
    const found = await stat(dir).catch(() => undefined)
    if (found && now - found.mtimeMs > ABANDONED_MS) await removeCluster(dir)
  }
}

const templateAt = (known: Omit<Template, 'dataDir'>): Template =>
  Object.freeze({ ...known, dataDir: clusterPaths(known.dir).dataDir })

function fingerprintOf({ version }: Engine, bootstrap: BootstrapKind, sql: string[]): string {
  const hash = createHash('sha256')
  const made = [hostBasedAuthentication, baseConfiguration, String(WAL_SEGMENT_MB), ...sql]
  for (const text of made) hash.update(text)
  return `${version}-${bootstrap}-${hash.digest('hex').slice(0, 16)}`
}

const passwordFile = (dir: string) => join(dir, 'admin-password')

const readPassword = (dir: string): Promise<string | undefined> =>
  readFile(passwordFile(dir), 'utf8').catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT')) return undefined
    throw error
  })

async function build(options: TemplateOptions & { sql: string[]; partial: string }): Promise<void> {
  const { engine, user, sql, partial, commandTimeoutMs = 120_000 } = options
  const { dataDir } = clusterPaths(partial)
  const password = randomBytes(24).toString('base64url')
  await mkdir(partial)
  await chmod(partial, 0o755)
  await initialise({ engine, user, dataDir, password, partial, commandTimeoutMs })
  for (const [name, text] of [
    ['pg_hba.conf', hostBasedAuthentication],
    ['pg_ident.conf', ''],
    ['postgresql.conf', baseConfiguration],
  ] as const) {
    await writeFile(join(dataDir, name), text, { mode: 0o600 })
    await handOver(join(dataDir, name), user)
  }
  if (sql.length > 0) await runBootstrap(options, password)
  for (const leftover of ['socket', 'log', 'start.log']) {
    await rm(join(partial, leftover), { recursive: true, force: true })
  }
  await writeFile(passwordFile(partial), password, { mode: 0o600 })
}

async function initialise(options: {
  engine: Engine
  user: OsUser
  dataDir: string
  password: string
  partial: string
  commandTimeoutMs: number
}): Promise<void> {
  const { engine, user, dataDir, password, partial, commandTimeoutMs } = options
  const input = join(partial, 'initial-password')
  await writeFile(input, password, { mode: 0o600 })
  await mkdir(dataDir, { mode: 0o700 })
  for (const path of [input, dataDir]) await handOver(path, user)
  const initdb = (characterClasses: string) =>
    runCommand({
      command: engine.bin('initdb'),
      args: [
        `--pgdata=${dataDir}`,
        `--username=${adminRole}`,
        `--pwfile=${input}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--data-checksums',
        `--wal-segsize=${WAL_SEGMENT_MB}`,
        '--no-sync',
        // the built-in provider sorts and folds the same on every machine, and needs no reindexing
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        `--lc-ctype=${characterClasses}`,
      ],
      user,
      commandTimeoutMs,
    })
  // Text search and trigrams ask the system what a letter is. Where it has no C.UTF-8, plain C
  // still works, for ASCII letters.
  await initdb('C.UTF-8').catch(async () => {
    await rm(dataDir, { recursive: true, force: true })
    await mkdir(dataDir, { mode: 0o700 })
    await handOver(dataDir, user)
    await initdb('C')
  })
  await rm(input)
}

async function runBootstrap(
  options: TemplateOptions & { sql: string[]; partial: string },
  password: string,
): Promise<void> {
  const { engine, user, sql, partial, commandTimeoutMs = 120_000 } = options
  await using cluster = await startCluster({
    engine,
    clusterDir: partial,
    port: 5432,
    listen: '',
    user,
    settings: { shared_preload_libraries: 'pg_stat_statements', fsync: 'off' },
    readyTimeoutMs: commandTimeoutMs,
  })
  const target = { clusterDir: partial, port: cluster.port, password, database: 'postgres' }
  await withAdmin(target, async (client) => {
    for (const text of sql) await client.query(text)
  })
  await cluster.stop({ mode: 'fast', stopTimeoutMs: commandTimeoutMs })
}
