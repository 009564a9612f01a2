import { mkdir, readdir } from 'node:fs/promises'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { COMPUTE, PostgresEngine } from '@plinth/contract'
import {
  adminRole,
  type Cluster,
  ClusterError,
  clusterLogTail,
  endOrphans,
  findEngine,
  freePort,
  prepareTemplate,
  type Engine as Postgres,
  provisionCluster,
  removeCluster,
  settingsFor,
  setRolePasswords,
  startCluster,
  adoptCluster,
  type Template,
  templateUser,
  withAdmin,
} from '@plinth/postgres'
import pg from 'pg'
import type { Logger } from 'pino'
import { connectionFor } from './connections.ts'
import { diskUsage, freeBytes } from './disk-usage.ts'
import type { Engine, EngineEvent, Observed, Placement } from './engine.ts'
import { isReadOnly, setReadOnly } from './read-only.ts'
import { sampleOf } from './sampling.ts'
import { watchOver, type Watch } from './watch-over.ts'

const PORTS = { from: 54_400, to: 59_999 }

type Options = {
  readonly dataDir: string
  readonly log: Logger
  /** Folders with binaries of the operator's own, by major. */
  readonly overrides: Partial<Record<PostgresEngine, string | undefined>>
}

type Ready = { readonly postgres: Postgres; readonly template: Template }

/** Runs every project as a Postgres of its own on this machine. */
export async function embeddedEngine({ dataDir, log, overrides }: Options): Promise<Engine> {
  const projectsDir = join(dataDir, 'projects')
  const cacheDir = join(dataDir, 'cache')
  await mkdir(projectsDir, { recursive: true, mode: 0o755 })
  const isRoot = process.getuid?.() === 0
  const templateOwner = await templateUser()

  const ready = new Map<PostgresEngine, Promise<Ready>>()
  const found = await findInstalled({ cacheDir, overrides, log })
  const watches = new Map<string, Watch>()
  const listeners = new Set<(event: EngineEvent) => void>()
  const tell = (event: EngineEvent) => listeners.forEach((listener) => listener(event))

  const clusterDirOf = (ref: string) => join(projectsDir, ref)
  const userOf = ({ osUid }: Placement) => (isRoot ? { uid: osUid, gid: osUid } : undefined)

  /** The template is made when it is first asked for, once. */
  function readyFor(version: PostgresEngine): Promise<Ready> {
    const postgres = found.get(version)
    if (!postgres) throw new ClusterError('ENGINE_MISSING', `Postgres ${version} is not installed`)
    const known = ready.get(version)
    if (known) return known
    const made = prepareTemplate({
      engine: postgres,
      templatesDir: join(dataDir, 'templates'),
      user: templateOwner,
    }).then((template) => ({ postgres, template }))
    // a failure is not kept: the next one tries again
    made.catch(() => ready.delete(version))
    ready.set(version, made)
    return made
  }

  async function launch(placement: Placement, port: number, signal?: AbortSignal) {
    const clusterDir = clusterDirOf(placement.ref)
    const adopted = await adoptCluster({ clusterDir })
    if (adopted) return adopted
    const { postgres } = await readyFor(placement.postgresEngine)
    const { memoryMb, cpus, maxConnections } = COMPUTE[placement.size]
    return startCluster({
      engine: postgres,
      clusterDir,
      port,
      user: userOf(placement),
      settings: settingsFor({ memoryMb, cpus, maxConnections }),
      signal,
    })
  }

  async function launchSomewhere(placement: Placement, signal?: AbortSignal): Promise<Cluster> {
    try {
      return await launch(placement, placement.port, signal)
    } catch (error) {
      if (!(error instanceof ClusterError) || error.code !== 'PORT_TAKEN') throw error
      const taken = new Set([...watches.values()].map((watch) => watch.port()))
      return launch(placement, await freePort({ ...PORTS, taken }), signal)
    }
  }

  async function start(placement: Placement) {
    const known = watches.get(placement.ref)
    if (known?.observe().state === 'running') return { port: known.port() }
    await known?.stop()
    const watch = await watchOver({
      start: (signal) => launchSomewhere(placement, signal),
      onState: (state) => tell({ ref: placement.ref, state }),
      log: log.child({ ref: placement.ref }),
    })
    watches.set(placement.ref, watch)
    return { port: watch.port() }
  }

  async function stop(ref: string) {
    const watch = watches.get(ref)
    watches.delete(ref)
    await watch?.stop()
    // one that an earlier platform left, or that was starting when it was killed
    await endOrphans({ clusterDir: clusterDirOf(ref) })
  }

  return {
    versions: () =>
      [...found].map(([postgresEngine, { version }]) => ({ postgresEngine, version })),
    async warmUp() {
      for (const version of found.keys()) await readyFor(version)
    },
    capacityMb: Math.floor(totalmem() / 1024 / 1024),

    async provision(placement) {
      const { template } = await readyFor(placement.postgresEngine)
      const clusterDir = clusterDirOf(placement.ref)
      await provisionCluster({ template, clusterDir, user: userOf(placement) })
    },
    start,
    async secure(placement, ownerVerifier) {
      const { template } = await readyFor(placement.postgresEngine)
      const target = { clusterDir: clusterDirOf(placement.ref), port: placement.port }
      const { admin, editor, readOnly, monitor, authenticator } = placement.secrets
      const set = async (client: pg.Client) => {
        if (ownerVerifier) {
          await client.query(`alter role postgres password ${pg.escapeLiteral(ownerVerifier)}`)
        }
        await setRolePasswords(client, {
          plinth_editor: editor,
          plinth_read_only: readOnly,
          plinth_monitor: monitor,
          authenticator,
          [adminRole]: admin,
        })
      }
      try {
        await withAdmin({ ...target, password: admin }, set)
      } catch (error) {
        if (!(error instanceof pg.DatabaseError) || error.code !== '28P01') throw error
        // fresh from the template, so it still has the template's password
        await withAdmin({ ...target, password: template.adminPassword }, set)
      }
    },
    stop,
    async destroy(ref) {
      await stop(ref)
      await removeCluster(clusterDirOf(ref))
    },
    observe: (ref): Observed => watches.get(ref)?.observe() ?? { state: 'stopped' },
    sample: (ref) => sampleOf(watches.get(ref)?.cluster()),
    diskUsage: (ref) => diskUsage(clusterDirOf(ref)),
    freeDiskBytes: () => freeBytes(projectsDir),
    isReadOnly: (ref) => isReadOnly(clusterDirOf(ref)),
    setReadOnly({ ref, port, secrets: { admin } }, shouldBe) {
      const at = { clusterDir: clusterDirOf(ref), port: watches.get(ref)?.port() ?? port }
      return setReadOnly({ ...at, password: admin }, shouldBe)
    },
    connection: (placement, as) =>
      connectionFor({ clusterDir: clusterDirOf(placement.ref), placement }, as),
    logTail: (ref, lines) => clusterLogTail(clusterDirOf(ref), lines),
    onEvent: (listener) => void listeners.add(listener),
    heldRefs: () => readdir(projectsDir),
    async close() {
      const running = [...watches.values()]
      watches.clear()
      await Promise.all(running.map((watch) => watch.stop()))
    },
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
