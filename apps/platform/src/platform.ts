import { randomUUID } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import type { Logger } from 'pino'
import { createLogger } from '#app/base/logger.ts'
import { masterKeyFrom, type SecretBox, secretBox } from '#app/base/secret-box.ts'
import { createLogFollower, keptLogs } from '#app/control/logs/service.ts'
import { createMonitor } from '#app/control/resources/monitor.ts'
import { createBus } from '#app/db/bus.ts'
import { pitrDays } from '#app/control/addons/service.ts'
import { verifyIfNew } from '#app/control/backups/service.ts'
import { seedDemo } from '#app/demo/seed.ts'
import { certificateAuthority } from '#app/control/database-config/authority.ts'
import { connectDatabase } from '#app/db/connect.ts'
import { migrate } from '#app/db/migrate.ts'
import { databaseHosts, identityFor } from '#app/engine/certificates.ts'
import { lockDataFolder } from '#app/engine/data-lock.ts'
import { embeddedEngine } from '#app/engine/embedded.ts'
import { projectStore } from '#app/db/project-store.ts'
import { startOwnDatabase } from '#app/engine/own-database.ts'
import { projectPools } from '#app/engine/project-pools.ts'
import { createGateway } from '#app/gateway/gateway.ts'
import { listenForGateway } from '#app/gateway/listen.ts'
import { listen } from '#app/http/listen.ts'
import { parseFaults } from '#app/lifecycle/faults.ts'
import { createHousekeeping } from '#app/lifecycle/housekeeping.ts'
import { createLifecycle } from '#app/lifecycle/lifecycle.ts'
import { createReconciler } from '#app/lifecycle/reconciler.ts'
import { openLogs } from '#app/logs/open.ts'
import { assemble } from './assemble.ts'
import type { Env } from './env.ts'

export type Platform = {
  readonly url: string
  /** Where the projects' own APIs are reached. */
  readonly gatewayUrl: string
  readonly dataDir: string
  readonly logFile: string
  readonly log: Logger
  /** The one-time link, while nobody has claimed the first account. */
  readonly welcomeUrl: string | undefined
  /** Resolves when the projects that should run do, or have failed to. */
  readonly settled: Promise<void>
  readonly close: () => Promise<void>
}

/** Starts everything, in the order that each part needs the one before; undone in reverse. */
export async function startPlatform(env: Env): Promise<Platform> {
  await using undo = new AsyncDisposableStack()
  const { dataDir } = env
  await mkdir(dataDir, { recursive: true, mode: 0o755 })
  undo.defer(await lockDataFolder(dataDir))
  const { log, file: logFile } = createLogger({ level: env.logLevel, to: env.logTo, dataDir })
  const masterKey = env.secretKey
    ? Buffer.from(env.secretKey, 'base64')
    : await masterKeyFrom(join(dataDir, 'master.key'))
  const secrets = secretBox(masterKey)

  const { control: connection, logs: logConnection } = await ownConnections(env, {
    secrets,
    undo,
    log,
  })
  const onError = (error: Error) => log.warn({ err: error }, 'a control connection broke')
  const { pool, db } = connectDatabase({ connection, onError })
  undo.defer(() => db.destroy())
  await migrate(db)
  const bus = await createBus({ connection, pool, log })
  undo.defer(() => bus.close())

  const clock = () => new Date()
  const logs = await openLogs({
    connection: logConnection,
    secrets,
    log,
    clock,
    kept: () => keptLogs(db),
  })
  undo.defer(() => logs.close())
  const gatewayServer = await listenForGateway({ host: env.host, port: env.gatewayPort })
  undo.defer(() => gatewayServer.close())
  const gatewayUrl = env.gatewayUrl?.replace(/\/$/, '') ?? gatewayServer.url
  const authority = certificateAuthority({ db, secrets })
  const overrides = { '17': env.postgres17, '18': env.postgres18 }
  const engine = await embeddedEngine({
    dataDir,
    cacheDir: cacheDirOf(env),
    log,
    overrides,
    gatewayUrl,
    postgrest: env.postgrest,
    deno: env.deno,
    listen: env.databaseListen,
    identify: async () => identityFor(await authority(), databaseHosts(publicUrl)),
    backupsDir: env.backupsDir ?? join(dataDir, 'backups'),
    promisedPorts: () => projectStore(db).ports(),
  })
  undo.defer(() => engine.close())
  const pools = projectPools({ engine, log })
  undo.defer(() => pools.close())
  const host = await hostId(dataDir)
  const lifecycle = createLifecycle({
    db,
    log,
    logs,
    secrets,
    bus,
    clock,
    engine,
    host,
    claimant: randomUUID(),
    faults: parseFaults(env.faults),
  })
  undo.defer(() => lifecycle.stop())
  const reconciler = createReconciler({ db, log, secrets, bus, clock, engine, lifecycle, host })
  undo.defer(() => reconciler.stop())
  const monitor = createMonitor({
    db,
    log,
    secrets,
    bus,
    clock,
    engine,
    host,
    sampleMs: env.sampleSeconds * 1000,
  })
  undo.defer(() => monitor.stop())
  const follower = createLogFollower({ engine, logs, log, clock })
  undo.defer(() => follower.stop())

  const housekeeping = createHousekeeping({
    db,
    log,
    secrets,
    clock,
    engine,
    lifecycle,
    host,
    pitrDays: (projectId) => pitrDays(db, projectId),
    verify: (project) => verifyIfNew({ db, secrets, clock, log, engine }, project),
  })
  undo.defer(() => housekeeping.stop())

  const server = await listen(env)
  undo.defer(() => server.close())
  const publicUrl = env.publicUrl?.replace(/\/$/, '') ?? server.url
  const gateway = createGateway({
    db,
    secrets,
    bus,
    log,
    logs,
    clock,
    engine,
    gatewayUrl,
    trustProxy: env.trustProxy,
    ratePerSecond: env.gatewayRate,
  })
  undo.defer(async () => {
    // the last requests end before what they are logged with
    await gatewayServer.close()
    await engine.functions.close()
    await gateway.close()
  })
  gatewayServer.handle(gateway.handle)
  const deps = { db, log, logs, secrets, bus, clock, publicUrl }
  const { app, direct, welcomeUrl } = await assemble(deps, {
    env,
    engine,
    pools,
    lifecycle,
    host,
    gatewayUrl,
  })
  const routed = getRequestListener(app.fetch)
  server.handle((request, response) => {
    if (!direct(request, response)) void routed(request, response)
  })

  await lifecycle.start()
  const settled = reconciler.start().then(() => engine.warmUp())
  settled.catch((error: unknown) => log.error({ err: error }, 'the engine is not ready'))
  monitor.start()
  follower.start()
  housekeeping.start()
  if (env.demo) {
    // beside whatever people do meanwhile
    seedDemo({ db, secrets, log, engine, lifecycle, host }).catch((error: unknown) =>
      log.error({ err: error }, 'the examples were not added'),
    )
  }
  const resources = undo.move()
  log.info({ url: publicUrl, dataDir }, 'platform started')
  return {
    url: publicUrl,
    gatewayUrl,
    dataDir,
    logFile,
    log,
    welcomeUrl,
    settled,
    close: () => resources.disposeAsync(),
  }
}

type OwnOptions = {
  readonly secrets: SecretBox
  readonly undo: AsyncDisposableStack
  readonly log: Logger
}

const cacheDirOf = ({ cacheDir, dataDir }: Env) => cacheDir ?? join(dataDir, 'cache')

/** Where what we know and what projects log is kept: our own servers, unless others are named. */
async function ownConnections(env: Env, { secrets, undo, log }: OwnOptions) {
  const { databaseUrl, logsDatabaseUrl, dataDir, postgres17 } = env
  const own = async (name: 'control' | 'logs') => {
    const password = secrets.derive(name)
    const started = await startOwnDatabase({
      name,
      dataDir,
      postgres17,
      password,
      log,
      cacheDir: cacheDirOf(env),
    })
    undo.defer(() => started.stop())
    return started.connection
  }
  const at = (connectionString: string) => ({ connectionString })
  const control = databaseUrl ? at(databaseUrl) : await own('control')
  // platforms that share a control database have to share the logs, too
  const logsUrl = logsDatabaseUrl ?? databaseUrl
  return { control, logs: logsUrl ? at(logsUrl) : await own('logs') }
}

/** Names this machine's data folder, so that several platforms over one control database know their own. */
async function hostId(dataDir: string): Promise<string> {
  const file = join(dataDir, 'host-id')
  const known = await readFile(file, 'utf8').catch(() => '')
  if (known.trim()) return known.trim()
  const made = randomUUID()
  await writeFile(file, `${made}\n`)
  return made
}
