import { rm } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { bundles } from './bundles.ts'
import type { Deno } from './deno-binary.ts'
import { eventsOf } from './events.ts'
import { type FunctionKeeper, keepFunction } from './keeper.ts'
import { type FunctionProcess, startProcess } from './process.ts'
import { openRelay, type Relay } from './relay.ts'
import {
  FunctionAway,
  type FunctionEvent,
  type FunctionLease,
  type FunctionSource,
  type FunctionSpec,
  FunctionUnfit,
  type SourceFile,
  type User,
} from './types.ts'

const IDLE_MS = 5 * 60_000
// of all processes, what those of one project may be
const MOST_OF_ONE = 0.5

/** What of the machine functions need. */
export type FunctionsOptions = {
  /** @throws FunctionAway where there is none for this system */
  readonly deno: () => Promise<Deno>
  readonly functionsDir: string
  readonly userOf: (osUid: number) => User | undefined
  /** Processes of all projects together. */
  readonly most: number
  readonly databaseSocket: (ref: string) => string | undefined
  /** Whether the project runs: its functions do not without it. */
  readonly isRunning: (ref: string) => boolean
  readonly log: Logger
  readonly idleMs?: number | undefined
}

type Checked = Pick<FunctionSpec, 'ref' | 'osUid' | 'slug' | 'entrypoint'> & {
  readonly files: readonly SourceFile[]
}

/** Runs edge functions, each in a process of its own. */
export type Functions = {
  /** Finds or copies what the first function would otherwise wait for. */
  readonly warmUp: () => Promise<void>
  /** Whether code could run, before it takes the place of what does. @throws FunctionUnfit, FunctionAway */
  readonly check: (checked: Checked) => Promise<void>
  /** A place with the function's process, started where none runs. @throws FunctionAway, FunctionUnfit */
  readonly lease: (
    spec: FunctionSpec,
    load: () => Promise<FunctionSource>,
  ) => Promise<FunctionLease>
  /**
   * What a project's functions are now, by slug: a process that is another's ends when its last request
   * is answered, and files of others go.
   */
  readonly settle: (ref: string, stamps: ReadonlyMap<string, string>) => Promise<void>
  /** Answers what functions ask of their project's own address, until what it returns is called. */
  readonly setGateway: (gateway: RequestListener) => () => void
  /** Told until what it returns is called. */
  readonly onEvent: (listener: (event: FunctionEvent) => void) => () => void
  readonly stop: (ref: string) => Promise<void>
  /** Ends them and removes their files. */
  readonly destroy: (ref: string) => Promise<void>
  readonly close: () => Promise<void>
}

type Project = { readonly keepers: Map<string, FunctionKeeper>; relay: Promise<Relay> | undefined }

export function functions(options: FunctionsOptions): Functions {
  const { deno, userOf, log, idleMs = IDLE_MS } = options
  const projects = new Map<string, Project>()
  const listeners = new Set<(event: FunctionEvent) => void>()
  const tell = (event: FunctionEvent) => listeners.forEach((listener) => listener(event))
  const files = bundles(options.functionsDir)
  let gateway: RequestListener = (_req, res) => void res.writeHead(503).end()
  let started = 0

  function projectOf(ref: string): Project {
    const known = projects.get(ref)
    if (known) return known
    const made: Project = { keepers: new Map(), relay: undefined }
    projects.set(ref, made)
    return made
  }

  function keeperOf(spec: FunctionSpec): FunctionKeeper {
    const { keepers } = projectOf(spec.ref)
    const known = keepers.get(spec.slug)
    if (known) return known
    const keeper = keepFunction({
      idleMs,
      onEnd: (end, { id, version }) => tell(eventsOf({ ...spec, id, version }).ended(end)),
    })
    keepers.set(spec.slug, keeper)
    return keeper
  }

  function relayOf(ref: string, dir: string, user: User | undefined): Promise<Relay> {
    const project = projectOf(ref)
    project.relay ??= openRelay({
      ref,
      dir,
      user,
      gateway: (req, res) => gateway(req, res),
      databaseSocket: () => options.databaseSocket(ref),
    }).catch((error: unknown) => {
      // not kept: the next start tries again
      project.relay = undefined
      throw error
    })
    return project.relay
  }

  async function start(spec: FunctionSpec, source: FunctionSource): Promise<FunctionProcess> {
    const { ref, osUid } = spec
    const events = eventsOf(spec)
    const user = userOf(osUid)
    const dirs = await files.folders(ref, user)
    const binary = await deno()
    const bundle = await files.prepare({ ...spec, files: source.files, user, deno: binary })
    const socketPath = join(dirs.run, `${++started}.sock`)
    const over = Promise.withResolvers<void>()
    files
      .use(bundle, over.promise)
      .then(() => rm(socketPath, { force: true }))
      .catch((error: unknown) => log.warn({ err: error, ref }, 'files of a function were left'))
    try {
      const relay = await relayOf(ref, dirs.relay, user)
      const process = await startProcess({
        deno: binary,
        bundle,
        user,
        socketPath,
        gateway: { url: source.url, socketPath: relay.gatewaySocket },
        databaseSocket: relay.databaseSocket,
        ownAddresses: ownAddresses(),
        env: source.env,
        hear: (said) => tell(events.said(said)),
      })
      void process.exited.then(() => over.resolve())
      tell(events.booted(process.bootedMs))
      return process
    } catch (error) {
      over.resolve()
      throw error
    }
  }

  /** Room for one more process, where need be in place of the one that was not used for longest. */
  function makeRoom(ref: string) {
    const running = ({ keepers }: Project) =>
      [...keepers.values()].filter((keeper) => keeper.stamp() !== undefined)
    const all = [...projects.values()].flatMap(running)
    const own = running(projectOf(ref))
    const isFull = all.length > options.most
    if (!isFull && own.length <= Math.max(1, options.most * MOST_OF_ONE)) return
    const [oldest] = (isFull ? all : own)
      .filter((keeper) => keeper.isQuiet())
      .toSorted((a, b) => a.usedAt() - b.usedAt())
    if (!oldest) throw new FunctionAway('full')
    oldest.retire('idle')
  }

  async function begin(spec: FunctionSpec, load: () => Promise<FunctionSource>) {
    makeRoom(spec.ref)
    try {
      return await start(spec, await load())
    } catch (error) {
      if (error instanceof FunctionUnfit) tell(eventsOf(spec).unfit(error))
      throw error
    }
  }

  async function stop(ref: string) {
    const project = projects.get(ref)
    projects.delete(ref)
    if (!project) return
    await Promise.all([...project.keepers.values()].map((keeper) => keeper.stop()))
    const relay = await project.relay?.catch(() => undefined)
    await relay?.close()
  }

  return {
    async warmUp() {
      // expected: there is none, which is logged and told to who asks
      await deno().catch(() => undefined)
    },
    async check({ osUid, ...rest }) {
      const user = userOf(osUid)
      const binary = await deno()
      await files.folders(rest.ref, user)
      await files.prepare({ ...rest, user, deno: binary })
    },
    async lease(spec, load) {
      if (!options.isRunning(spec.ref)) throw new FunctionAway('resting', 2)
      return keeperOf(spec).lease({ ...spec, start: () => begin(spec, load) })
    },
    async settle(ref, stamps) {
      for (const [slug, keeper] of projects.get(ref)?.keepers ?? []) {
        const stamp = keeper.stamp()
        if (stamp !== undefined && stamp !== stamps.get(slug)) keeper.retire('replaced')
      }
      await files.keepOnly(ref, new Set(stamps.keys()))
    },
    setGateway(next) {
      const before = gateway
      gateway = next
      return () => {
        if (gateway === next) gateway = before
      }
    },
    onEvent(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    stop,
    async destroy(ref) {
      await stop(ref)
      await files.remove(ref)
    },
    async close() {
      await Promise.all([...projects.keys()].map(stop))
    },
  }
}

/** Of this machine: what listens on one of them may be meant for nobody outside. */
const ownAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address }) => address.split('%')[0] ?? address)
