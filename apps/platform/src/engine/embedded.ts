import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { COMPUTE, PostgresEngine } from '@plinth/contract'
import {
  accessSettings,
  archiveSettings,
  type Cluster,
  ClusterError,
  clusterPaths,
  clusterLogTail,
  endOrphans,
  findClustersUnder,
  findEngine,
  reloadAccess,
  type ServerIdentity,
  type Engine as Postgres,
  provisionCluster,
  pruneLogs,
  readLog,
  removeCluster,
  settingsFor,
  startCluster,
  adoptCluster,
  sweepTemplates,
  templateUser,
  writeAccess,
} from '@plinth/postgres'
import type { Logger } from 'pino'
import { openFunctions } from '#app/engine/functions/open.ts'
import { archiveFolders } from './archive-folders.ts'
import { archives } from './archives.ts'
import { besidePostgres } from './beside.ts'
import { endOrphanCompanions } from './companion-orphans.ts'
import { connectionFor } from './connections.ts'
import { diskUsage, freeBytes } from './disk-usage.ts'
import type { Engine, EngineEvent, Observed, Placement } from './engine.ts'
import { becomesFree, portInstead } from './ports.ts'
import { findPostgrest, type Postgrest } from './postgrest-binary.ts'
import { endWriters, isReadOnly, setReadOnly } from './read-only.ts'
import { readyTemplates } from './ready-templates.ts'
import { sampleOf } from './sampling.ts'
import { securePasswords } from './secure-roles.ts'
import { upgrades } from './upgrades.ts'
import { watchOver, type Watch } from './watch-over.ts'

// half made, or made to be looked at once
const SCRATCH = /\.(new|scratch|scratch\.new)$/

type Options = {
  readonly dataDir: string
  /** Binaries and templates: can be made again, and shared by platforms of one machine. */
  readonly cacheDir: string
  /** Backups and WAL archives. */
  readonly backupsDir: string
  readonly log: Logger
  /** Folders with binaries of the operator's own, by major. */
  readonly overrides: Partial<Record<PostgresEngine, string | undefined>>
  /** A PostgREST binary of the operator's own. */
  readonly postgrest: string | undefined
  /** A Deno binary of the operator's own. */
  readonly deno?: string | undefined
  readonly gatewayUrl: string
  /** Where projects take TCP connections: an address, or `*` for all of this machine's. */
  readonly listen: string
  /** What a project's server shows to who connects with TLS. */
  readonly identify: () => Promise<ServerIdentity>
  /** Ports of projects, running or not: none of them is given to another. */
  readonly promisedPorts?: () => Promise<readonly number[]>
}

/** Runs every project as a Postgres of its own on this machine. */
export async function embeddedEngine(options: Options): Promise<Engine> {
  const { dataDir, cacheDir, log, overrides, gatewayUrl } = options
  const projectsDir = join(dataDir, 'projects')
  await mkdir(projectsDir, { recursive: true, mode: 0o755 })
  const isRoot = process.getuid?.() === 0
  const templateOwner = await templateUser()

  const found = await findInstalled({ cacheDir, overrides, log })
  const watches = new Map<string, Watch>()
  const listeners = new Set<(event: EngineEvent) => void>()
  const restLines = new Set<(ref: string, line: string) => void>()
  const tell = (event: EngineEvent) => listeners.forEach((listener) => listener(event))

  const ended = await endOrphanCompanions(projectsDir)
  if (ended > 0) log.warn({ ended }, 'data APIs of a platform that was killed were ended')
  const postgrest = await findRest({ override: options.postgrest, cacheDir, log })

  await endScratch(join(dataDir, 'staging'))
  const templatesDir = join(cacheDir, 'templates')
  await sweepTemplates(templatesDir)
  const templates = readyTemplates({ found, templatesDir, user: templateOwner })
  const readyFor = (version: PostgresEngine) => templates.readyFor(version)

  const clusterDirOf = (ref: string) => join(projectsDir, ref)
  // before its roles have passwords nothing beside Postgres could connect
  const securedFile = (ref: string) => join(clusterDirOf(ref), 'secured')
  const userOf = ({ osUid }: Placement) => (isRoot ? { uid: osUid, gid: osUid } : undefined)
  const adminOf = ({ ref, port, secrets }: Placement) => ({
    clusterDir: clusterDirOf(ref),
    port: watches.get(ref)?.port() ?? port,
    password: secrets.admin,
  })

  const settingsOf = ({ size, maxConnections }: Placement) => {
    const { memoryMb, cpus, maxConnections: suited } = COMPUTE[size]
    return settingsFor({ memoryMb, cpus, maxConnections: maxConnections ?? suited })
  }
  const where = {
    folders: archiveFolders({ backupsDir: options.backupsDir, clusterDirOf }),
    stagingDir: join(dataDir, 'staging'),
    cacheDir,
    clusterDirOf,
    userOf,
    settingsOf,
    postgresOf: async (version: PostgresEngine) => (await readyFor(version)).postgres,
    portOf: ({ ref, port }: Placement) => watches.get(ref)?.port() ?? port,
  }
  const kept = archives(where)

  const beside = besidePostgres({
    postgrest,
    projectsDir,
    gatewayUrl,
    userOf,
    log,
    onOnline: (ref) => tell({ ref, state: 'running' }),
    onLine: (ref, line) => restLines.forEach((listener) => listener(ref, line)),
  })

  const edge = await openFunctions({
    cacheDir,
    override: options.deno,
    functionsDir: join(dataDir, 'functions'),
    userOf: (osUid) => (isRoot ? { uid: osUid, gid: osUid } : undefined),
    isRunning: (ref) => watches.has(ref),
    databaseSocket(ref) {
      const port = watches.get(ref)?.port()
      if (port === undefined) return undefined
      return join(clusterPaths(clusterDirOf(ref)).socketDir, `.s.PGSQL.${port}`)
    },
    log,
  })

  /** It cannot answer without its database, and would be slow to notice that there is one again. */
  async function follow(ref: string, state: EngineEvent['state']) {
    try {
      if (state === 'running') await beside.resume(ref, watches.get(ref)?.port())
      tell({ ref, state })
      if (state === 'crashed' || state === 'failed') await beside.suspend(ref)
    } catch (error) {
      log.error({ err: error, ref }, 'the data API did not follow its database')
    }
  }

  async function launch(placement: Placement, port: number, signal?: AbortSignal) {
    const clusterDir = clusterDirOf(placement.ref)
    const adopted = await adoptCluster({ clusterDir })
    if (adopted) return adopted
    const { postgres } = await readyFor(placement.postgresEngine)
    const archiveDir = await kept.prepare(placement)
    return startCluster({
      engine: postgres,
      clusterDir,
      port,
      listen: options.listen,
      user: userOf(placement),
      settings: {
        ...settingsOf(placement),
        ...archiveSettings({ archiveDir }),
        ...accessSettings(clusterDir),
      },
      signal,
    })
  }

  async function launchSomewhere(placement: Placement, signal?: AbortSignal): Promise<Cluster> {
    try {
      return await launch(placement, placement.port, signal)
    } catch (error) {
      if (!(error instanceof ClusterError) || error.code !== 'PORT_TAKEN') throw error
      if (await becomesFree(placement.port, options.listen))
        return launch(placement, placement.port, signal)
      const watched = [...watches.values()].map((watch) => watch.port())
      const promised = new Set([...watched, ...((await options.promisedPorts?.()) ?? [])])
      const port = await portInstead(placement.port, { promised, host: options.listen })
      const { ref, port: wanted } = placement
      log.warn({ ref, wanted, port }, 'another program keeps the port of a project')
      return launch(placement, port, signal)
    }
  }

  /** Beside whatever follows; who needs it to answer asks for that by `serve`. */
  function serveSoon(placement: Placement) {
    beside
      .serve(placement)
      .catch((error: unknown) => log.warn({ err: error, ref: placement.ref }, 'no data API yet'))
  }

  // not with every launch: one after a crash would bring back what was written at the last start
  const openTo = (placement: Placement) =>
    writeAccess({
      clusterDir: clusterDirOf(placement.ref),
      user: userOf(placement),
      access: placement.access,
      identify: options.identify,
    })

  async function start(placement: Placement) {
    const known = watches.get(placement.ref)
    if (known?.observe().state === 'running') return { port: known.port() }
    await known?.stop()
    await openTo(placement)
    const watch = await watchOver({
      start: (signal) => launchSomewhere(placement, signal),
      onState: (state) => void follow(placement.ref, state),
      log: log.child({ ref: placement.ref }),
    })
    watches.set(placement.ref, watch)
    const port = watch.port()
    if (existsSync(securedFile(placement.ref))) serveSoon({ ...placement, port })
    return { port }
  }

  async function stop(ref: string, { keepFunctions = false } = {}) {
    await beside.stop(ref)
    const watch = watches.get(ref)
    watches.delete(ref)
    if (!keepFunctions) await edge.stop(ref)
    await watch?.stop()
    // one that an earlier platform left, or that was starting when it was killed
    await endOrphans({ clusterDir: clusterDirOf(ref) })
  }

  return {
    versions: () =>
      [...found].map(([postgresEngine, { version }]) => ({ postgresEngine, version })),
    async warmUp() {
      await templates.warmUp()
      await edge.warmUp()
    },
    capacityMb: Math.floor(totalmem() / 1024 / 1024),

    async provision(placement) {
      const { template } = await readyFor(placement.postgresEngine)
      const clusterDir = clusterDirOf(placement.ref)
      await provisionCluster({ template, clusterDir, user: userOf(placement) })
    },
    start,
    async applyAccess(placement) {
      await openTo(placement)
      const cluster = watches.get(placement.ref)?.cluster()
      if (cluster) await reloadAccess(cluster, adminOf(placement))
    },
    async secure(placement, ownerVerifier) {
      const { template } = await readyFor(placement.postgresEngine)
      const { ref, port, secrets } = placement
      const cameWith = (await kept.stagedPassword(ref)) ?? template.adminPassword
      // fresh from a restore or from the template, it still has the password it came with
      const isFresh = !existsSync(securedFile(ref))
      await securePasswords(
        { clusterDir: clusterDirOf(ref), port },
        {
          admins: isFresh ? [cameWith, secrets.admin] : [secrets.admin, cameWith],
          secrets,
          ownerVerifier,
        },
      )
      await writeFile(securedFile(placement.ref), '')
      serveSoon({ ...placement, port: watches.get(placement.ref)?.port() ?? placement.port })
    },
    serve: (placement) =>
      beside.serve({
        ...placement,
        port: watches.get(placement.ref)?.port() ?? placement.port,
      }),
    offersRest: postgrest !== undefined,
    isRestOnline: beside.rest.isOnline,
    probeRest: beside.rest.probe,
    leaseRest: beside.rest.lease,
    leaseGraphql: (ref) => beside.graphql.lease(ref),
    stop,
    async destroy(ref) {
      await stop(ref)
      await edge.destroy(ref)
      await removeCluster(clusterDirOf(ref))
    },
    observe: (ref): Observed => watches.get(ref)?.observe() ?? { state: 'stopped' },
    sample: (ref) => sampleOf(watches.get(ref)?.cluster()),
    diskUsage: (ref) => diskUsage(clusterDirOf(ref)),
    freeDiskBytes: () => freeBytes(projectsDir),
    isReadOnly: (ref) => isReadOnly(clusterDirOf(ref)),
    setReadOnly: (placement, shouldBe) => setReadOnly(adminOf(placement), shouldBe),
    endWriters: (placement) => endWriters(adminOf(placement)),
    connection: (placement, as) =>
      connectionFor({ clusterDir: clusterDirOf(placement.ref), placement }, as),
    logTail: (ref, lines) => clusterLogTail(clusterDirOf(ref), lines),
    readServerLog: (ref, from) => readLog({ clusterDir: clusterDirOf(ref), ...from }),
    pruneServerLog: (ref, keepBytes) => pruneLogs({ clusterDir: clusterDirOf(ref), keepBytes }),
    onRestLine: (listener) => void restLines.add(listener),
    functions: edge,
    archives: kept,
    upgrades: upgrades(where),
    onEvent: (listener) => void listeners.add(listener),
    heldRefs: () => readdir(projectsDir),
    async liveRefs() {
      const standing = await findClustersUnder(projectsDir)
      return standing.map(({ dataDir: data }) => basename(dirname(data)))
    },
    async close() {
      const running = [...watches.values()]
      watches.clear()
      await Promise.all([beside.close(), edge.close(), templates.close()])
      await Promise.all(running.map((watch) => watch.stop()))
      // servers that nobody watches yet, because a start was cut short
      for (const { dataDir: standing } of await findClustersUnder(projectsDir)) {
        await endOrphans({ clusterDir: dirname(standing) })
      }
    },
  }
}

/** Servers that a killed platform was checking or rebuilding copies with; whoever needs one makes it anew. */
async function endScratch(stagingDir: string) {
  for (const { dataDir } of await findClustersUnder(stagingDir)) {
    await endOrphans({ clusterDir: dirname(dataDir) })
  }
  const names = await readdir(stagingDir).catch(() => []) // no restore was ever made
  for (const name of names.filter((found) => SCRATCH.test(found))) {
    await removeCluster(join(stagingDir, name))
  }
}

async function findInstalled({
  cacheDir,
  overrides,
  log,
}: Pick<Options, 'overrides' | 'log'> & { cacheDir: string }) {
  const found = new Map<PostgresEngine, Postgres>()
  for (const version of PostgresEngine.options) {
    const major = version === '17' ? 17 : 18
    try {
      found.set(version, await findEngine({ major, override: overrides[version], cacheDir }))
    } catch (error) {
      if (!(error instanceof ClusterError) || error.code !== 'ENGINE_MISSING') throw error
      log.warn({ err: error, version }, 'this Postgres version is not available here')
    }
  }
  return found
}

type RestOptions = Pick<Options, 'log'> & { override: string | undefined; cacheDir: string }

async function findRest({ log, ...where }: RestOptions): Promise<Postgrest | undefined> {
  try {
    return await findPostgrest(where)
  } catch (error) {
    log.warn({ err: error }, 'there is no data API for this system: projects go without')
    return undefined
  }
}
