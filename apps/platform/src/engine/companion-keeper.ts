import { isDeepStrictEqual } from 'node:util'
import type { Logger } from 'pino'
import type { CompanionProcess } from './companion-process.ts'

const BACKOFF_MS = [100, 500, 2_000, 5_000, 15_000, 30_000]
// one that ran this long is not in a loop of crashes
const PROVEN_MS = 60_000
// what a request may take at most before the process under it ends
const DRAIN_MS = 120_000

type Served = CompanionProcess & { readonly socketPath: string }

/** The right to send one request; the process stays until it is given back. */
export type Lease = { readonly socketPath: string; readonly release: () => void }

export type Keeper<Config> = {
  /** Resolves when a process with this configuration serves; if none comes up, the one before stays. */
  readonly apply: (config: Config) => Promise<void>
  readonly lease: () => Lease | undefined
  readonly isOnline: () => boolean
  readonly stop: () => Promise<void>
}

type Options<Config> = {
  readonly launch: (config: Config, signal: AbortSignal) => Promise<Served>
  /** Told when it serves where nothing served before: at first, and after it ended by itself. */
  readonly onOnline: () => void
  readonly log: Logger
}

type Held<Config> = {
  readonly served: Served
  readonly config: Config
  readonly since: number
  leases: number
  onIdle: () => void
}

/**
 * Keeps one companion of a project running. A new configuration is taken over by a second process:
 * requests go to it from one moment to the next, and the first one ends when its last is answered.
 */
export function keepCompanion<Config>({ launch, onOnline, log }: Options<Config>): Keeper<Config> {
  let wanted: Config | undefined
  let current: Held<Config> | undefined
  const draining = new Set<Held<Config>>()
  let crashes = 0
  let timer: NodeJS.Timeout | undefined
  let launching = new AbortController()
  let turn: Promise<unknown> = Promise.resolve()

  /** One change at a time, in the order they were asked for. */
  function inTurn<Result>(task: () => Promise<Result>): Promise<Result> {
    const run = turn.then(task)
    turn = run.catch(() => undefined)
    return run
  }

  async function replace(config: Config) {
    const served = await launch(config, launching.signal)
    const held = { served, config, since: performance.now(), leases: 0, onIdle: () => undefined }
    const before = current
    current = held
    void served.exited.then((how) => ended(held, how))
    if (before) void drain(before)
    else onOnline()
  }

  function ended(held: Held<Config>, how: string) {
    if (current !== held) return
    current = undefined
    const lastLog = held.served.logTail().slice(-5)
    if (performance.now() - held.since > PROVEN_MS) crashes = 0
    log.error({ how, lastLog }, 'a companion of the database ended by itself')
    reviveLater()
  }

  function reviveLater() {
    clearTimeout(timer)
    timer = setTimeout(() => void inTurn(revive), BACKOFF_MS[crashes] ?? BACKOFF_MS.at(-1)).unref()
    crashes++
  }

  async function revive() {
    if (wanted === undefined || current) return
    try {
      await replace(wanted)
    } catch (error) {
      log.warn({ err: error }, 'a companion of the database is not back yet')
      // it was asked for meanwhile to stay away
      if (!launching.signal.aborted) reviveLater()
    }
  }

  async function drain(held: Held<Config>) {
    draining.add(held)
    const deadline = Promise.withResolvers<void>()
    const late = setTimeout(deadline.resolve, DRAIN_MS).unref()
    held.onIdle = deadline.resolve
    if (held.leases > 0) await deadline.promise
    clearTimeout(late)
    await held.served.stop()
    draining.delete(held)
  }

  return {
    apply: (config) =>
      inTurn(async () => {
        clearTimeout(timer)
        if (current && isDeepStrictEqual(current.config, config)) return
        try {
          await replace(config)
          wanted = config
        } catch (error) {
          // nothing serves, so it is tried again until it does or is told to stop
          if (!current) {
            wanted = config
            if (!launching.signal.aborted) reviveLater()
          }
          throw error
        }
      }),

    lease() {
      const held = current
      if (!held) return undefined
      held.leases++
      let isHeld = true
      return {
        socketPath: held.served.socketPath,
        release() {
          if (!isHeld) return
          isHeld = false
          held.leases--
          if (held.leases === 0) held.onIdle()
        },
      }
    },

    isOnline: () => current !== undefined,

    stop() {
      launching.abort()
      return inTurn(async () => {
        wanted = undefined
        clearTimeout(timer)
        const held = current
        current = undefined
        const all = [...draining, ...(held ? [held] : [])]
        await Promise.all(all.map(({ served }) => served.stop()))
        launching = new AbortController()
        crashes = 0
      })
    },
  }
}
