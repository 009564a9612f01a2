import { join } from 'node:path'
import { COMPUTE } from '@plinth/contract'
import { clusterPaths } from '@plinth/postgres'
import type { Logger } from 'pino'
import { keepCompanion, type Keeper, type Lease } from './companion-keeper.ts'
import { companionLog } from './companion-log.ts'
import type { Placement } from './engine.ts'
import { isServing } from './companion-ready.ts'
import { startPostgrest } from './postgrest.ts'
import type { Postgrest } from './postgrest-binary.ts'
import { automaticPool, type PostgrestConfig } from './postgrest-config.ts'

const MIN_HEAP_MB = 192

type RestConfig = {
  readonly postgrest: PostgrestConfig
  readonly cpus: number
  readonly heapMb: number
}

type Options = {
  /** Undefined where there is none for this system: projects have no data API then. */
  readonly postgrest: Postgrest | undefined
  readonly projectsDir: string
  /** Where the gateway is reached, without a trailing slash. */
  readonly gatewayUrl: string
  readonly userOf: (placement: Placement) => { uid: number; gid: number } | undefined
  readonly onOnline: (ref: string) => void
  /** Told each line that one says. */
  readonly onLine: (ref: string, line: string) => void
  readonly log: Logger
}

export type Companions = {
  readonly serve: (placement: Placement) => Promise<void>
  readonly lease: (ref: string) => Lease | undefined
  readonly isOnline: (ref: string) => boolean
  readonly probe: (ref: string, timeoutMs: number) => Promise<boolean>
  /** Ends them until they are resumed: Postgres went away by itself. */
  readonly suspend: (ref: string) => Promise<void>
  readonly resume: (ref: string, port: number | undefined) => Promise<void>
  readonly stop: (ref: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** The processes beside each project's Postgres: today its data API. */
export function companions(options: Options): Companions {
  const { postgrest, projectsDir, userOf, onOnline, onLine } = options
  const keepers = new Map<string, Keeper<RestConfig>>()
  const served = new Map<string, Placement>()
  let started = 0

  function keeperOf(placement: Placement, binary: Postgrest): Keeper<RestConfig> {
    const { ref } = placement
    const known = keepers.get(ref)
    if (known) return known
    const log = options.log.child({ ref })
    const projectDir = join(projectsDir, ref)
    const file = companionLog(join(projectDir, 'rest.log'), (error) =>
      log.warn({ err: error }, 'what the data API says cannot be kept'),
    )
    const write = (line: string) => {
      file.write(line)
      onLine(ref, line)
    }
    const ownLog = { ...file, write }
    const keeper = keepCompanion<RestConfig>({
      launch: ({ postgrest: config, cpus, heapMb }, signal) =>
        startPostgrest({
          binary,
          projectDir,
          name: String(++started),
          cpus,
          heapMb,
          config,
          log: ownLog,
          signal,
          user: userOf(placement),
        }),
      onOnline: () => onOnline(ref),
      log,
    })
    keepers.set(ref, keeper)
    return keeper
  }

  async function serve(placement: Placement) {
    if (!postgrest) return
    served.set(placement.ref, placement)
    await keeperOf(placement, postgrest).apply(configFor(placement, options))
  }

  return {
    serve,
    lease: (ref) => keepers.get(ref)?.lease(),
    isOnline: (ref) => keepers.get(ref)?.isOnline() ?? false,
    async probe(ref, timeoutMs) {
      const lease = keepers.get(ref)?.lease()
      if (!lease) return false
      try {
        return await isServing(lease.socketPath, timeoutMs)
      } finally {
        lease.release()
      }
    },
    suspend: async (ref) => keepers.get(ref)?.stop(),
    async resume(ref, port) {
      const placement = served.get(ref)
      if (placement) await serve({ ...placement, port: port ?? placement.port })
    },
    async stop(ref) {
      const keeper = keepers.get(ref)
      keepers.delete(ref)
      served.delete(ref)
      await keeper?.stop()
    },
    async close() {
      const all = [...keepers.values()]
      keepers.clear()
      await Promise.all(all.map((keeper) => keeper.stop()))
    },
  }
}

function configFor(placement: Placement, { projectsDir, gatewayUrl }: Options): RestConfig {
  const { ref, port, rest, secrets, gatewayKey } = placement
  const { memoryMb, cpus, maxConnections } = COMPUTE[placement.size]
  return {
    cpus,
    heapMb: Math.max(MIN_HEAP_MB, Math.floor(memoryMb / 2)),
    postgrest: {
      settings: rest,
      pool: rest.pool ?? automaticPool(maxConnections),
      database: {
        socketDir: clusterPaths(join(projectsDir, ref)).socketDir,
        port,
        password: secrets.authenticator,
      },
      jwtSecret: gatewayKey,
      publicUrl: `${gatewayUrl}/projects/${ref}/rest/v1`,
    },
  }
}
