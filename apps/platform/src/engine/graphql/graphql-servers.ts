import { join } from 'node:path'
import { clusterPaths } from '@plinth/postgres'
import type { Logger } from 'pino'
import { keepCompanion, type Keeper, type Lease } from '#app/engine/companion-keeper.ts'
import { companionLog } from '#app/engine/companion-log.ts'
import type { Placement } from '#app/engine/engine.ts'
import type { GraphqlConfig } from './config.ts'
import { startGraphql } from './start-graphql.ts'

const IDLE_MS = 10 * 60_000
const POOL = 5

type Config = Omit<GraphqlConfig, 'socketPath'>

type Options = {
  readonly projectsDir: string
  readonly userOf: (placement: Placement) => { uid: number; gid: number } | undefined
  readonly log: Logger
  /** After how long without a request a process ends; ten minutes where it is left out. */
  readonly idleMs?: number
}

type Running = { readonly keeper: Keeper<Config>; inUse: number; idle: NodeJS.Timeout | undefined }

/** GraphQL beside each project's Postgres: a process from the first request until nobody asks any more. */
export function graphqlServers({ projectsDir, userOf, log, idleMs = IDLE_MS }: Options) {
  const served = new Map<string, Placement>()
  const running = new Map<string, Running>()
  let started = 0

  function runningOf({ ref }: Placement): Running {
    const known = running.get(ref)
    if (known) return known
    const ownLog = log.child({ ref })
    const projectDir = join(projectsDir, ref)
    const file = companionLog(join(projectDir, 'graphql.log'), (error) =>
      ownLog.warn({ err: error }, 'what GraphQL says cannot be kept'),
    )
    const keeper = keepCompanion<Config>({
      launch: (config, signal) =>
        startGraphql({ projectDir, name: String(++started), config, log: file, signal }),
      onOnline: () => undefined,
      log: ownLog,
    })
    const entry = { keeper, inUse: 0, idle: undefined }
    running.set(ref, entry)
    return entry
  }

  function configFor(placement: Placement): Config {
    const { ref, port, rest, secrets, gatewayKey } = placement
    const user = userOf(placement)
    const { socketDir } = clusterPaths(join(projectsDir, ref))
    return {
      ...(user && { user }),
      database: { socketDir, port, password: secrets.authenticator },
      schemas: [...rest.schemas],
      maxRows: rest.maxRows,
      pool: POOL,
      jwtSecret: gatewayKey,
    }
  }

  function given(entry: Running, lease: Lease): Lease {
    clearTimeout(entry.idle)
    entry.inUse++
    let isHeld = true
    return {
      socketPath: lease.socketPath,
      release() {
        if (!isHeld) return
        isHeld = false
        lease.release()
        if (--entry.inUse > 0) return
        entry.idle = setTimeout(() => void entry.keeper.stop(), idleMs).unref()
      },
    }
  }

  async function end(ref: string) {
    const entry = running.get(ref)
    running.delete(ref)
    clearTimeout(entry?.idle)
    await entry?.keeper.stop()
  }

  return {
    /** Notes where a project runs; one that serves GraphQL already goes on by these settings. */
    async serve(placement: Placement) {
      served.set(placement.ref, placement)
      const entry = running.get(placement.ref)
      if (entry?.keeper.isOnline()) await entry.keeper.apply(configFor(placement))
    },
    /** Undefined where the project does not run. @throws where no process of it comes up */
    async lease(ref: string): Promise<Lease | undefined> {
      const placement = served.get(ref)
      if (!placement) return undefined
      const entry = runningOf(placement)
      if (!entry.keeper.isOnline()) await entry.keeper.apply(configFor(placement))
      const lease = entry.keeper.lease()
      return lease && given(entry, lease)
    },
    /** Ends it: Postgres went away by itself, and the next request after it is back starts it anew. */
    suspend: end,
    resume(ref: string, port: number | undefined) {
      const placement = served.get(ref)
      if (placement && port !== undefined) served.set(ref, { ...placement, port })
    },
    async stop(ref: string) {
      served.delete(ref)
      await end(ref)
    },
    async close() {
      served.clear()
      await Promise.all([...running.keys()].map(end))
    },
  }
}
