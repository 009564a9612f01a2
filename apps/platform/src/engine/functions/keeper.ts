import { FUNCTION_LIMITS } from '@plinth/contract'
import type { FunctionProcess } from './process.ts'
import { type End, FunctionAway, type FunctionLease, FunctionUnfit } from './types.ts'

// how long the next start waits, by how often it ended by itself lately: the first one does not
const BACKOFF_MS = [0, 500, 2_000, 5_000, 15_000, 30_000]
// one that ran this long is not in a loop of crashes
const PROVEN_MS = 60_000

export type Held = {
  readonly process: FunctionProcess
  readonly id: string
  readonly version: number
  readonly stamp: string
  leases: number
  idle: NodeJS.Timeout | undefined
  onQuiet: () => void
}

export type Wanted = {
  readonly id: string
  readonly version: number
  readonly stamp: string
  readonly start: () => Promise<FunctionProcess>
}

export type FunctionKeeper = {
  /** A place with the process of this deployment, started where none runs. @throws FunctionAway */
  readonly lease: (wanted: Wanted) => Promise<FunctionLease>
  readonly stamp: () => string | undefined
  readonly isQuiet: () => boolean
  readonly usedAt: () => number
  /** Ends it when its last request is answered; requests that come start another. */
  readonly retire: (reason: 'replaced' | 'idle') => void
  /** Ends it now. */
  readonly stop: () => Promise<void>
}

type Options = {
  readonly idleMs: number
  readonly onEnd: (end: End, of: Pick<Held, 'id' | 'version'>) => void
}

/** Keeps the one process of a function: warm while it is used, replaced without a request lost. */
export function keepFunction({ idleMs, onEnd }: Options): FunctionKeeper {
  let current: Held | undefined
  let starting: { readonly stamp: string; readonly held: Promise<Held> } | undefined
  const draining = new Set<Held>()
  let failures = 0
  let failedStamp: string | undefined
  let notBeforeMs = 0
  let lastReason: 'crashing' | 'unfit' = 'crashing'
  let waiting = 0
  let usedAt = performance.now()
  let stops = 0

  function failed(stamp: string, reason: 'crashing' | 'unfit') {
    failures = failedStamp === stamp ? failures + 1 : 1
    failedStamp = stamp
    lastReason = reason
    const wait = BACKOFF_MS[failures - 1] ?? BACKOFF_MS.at(-1) ?? 0
    notBeforeMs = performance.now() + wait
  }

  function refuseEarly(stamp: string) {
    const wait = notBeforeMs - performance.now()
    if (failedStamp !== stamp || wait <= 0) return
    throw new FunctionAway(lastReason, Math.ceil(wait / 1000))
  }

  async function begin({ id, version, stamp, start }: Wanted, stopsBefore: number): Promise<Held> {
    const process = await start().catch((error: unknown) => {
      if (error instanceof FunctionUnfit) failed(stamp, 'unfit')
      throw error
    })
    if (stops !== stopsBefore) {
      await process.stop('stopped')
      throw new FunctionAway('resting', 2)
    }
    const held: Held = {
      process,
      id,
      version,
      stamp,
      leases: 0,
      idle: undefined,
      onQuiet: () => undefined,
    }
    const before = current
    current = held
    void process.exited.then((end) => ended(held, end))
    if (before) drain(before, 'replaced')
    return held
  }

  function ended(held: Held, end: End) {
    clearTimeout(held.idle)
    draining.delete(held)
    if (current === held) current = undefined
    if (end.reason === 'crashed' || end.reason === 'memory' || end.reason === 'blocked') {
      if (end.ranMs > PROVEN_MS) failures = 0
      failed(held.stamp, 'crashing')
    }
    onEnd(end, held)
  }

  function drain(held: Held, reason: 'replaced' | 'idle') {
    clearTimeout(held.idle)
    draining.add(held)
    const stop = () => void held.process.stop(reason)
    if (held.leases === 0) return stop()
    const late = setTimeout(stop, FUNCTION_LIMITS.requestMs).unref()
    held.onQuiet = () => {
      clearTimeout(late)
      stop()
    }
  }

  /** The one that runs, unless the deployment asked for is a newer one. */
  async function suited(wanted: Wanted): Promise<Held> {
    // who asks for an older one has not heard of the newer yet
    if (current && (current.stamp === wanted.stamp || isNewer(current, wanted))) {
      return current
    }
    if (starting?.stamp === wanted.stamp) return starting.held
    refuseEarly(wanted.stamp)
    const turn = starting?.held.catch(() => undefined) ?? Promise.resolve(undefined)
    // read now: who stops it while it waits for its turn means this start as well
    const stopsBefore = stops
    const held = turn.then(() => begin(wanted, stopsBefore))
    const mine = { stamp: wanted.stamp, held }
    starting = mine
    try {
      return await held
    } finally {
      if (starting === mine) starting = undefined
    }
  }

  function takePlace(held: Held): FunctionLease {
    if (held.leases >= FUNCTION_LIMITS.concurrent) throw new FunctionAway('busy')
    clearTimeout(held.idle)
    held.leases++
    let isHeld = true
    return {
      socketPath: held.process.socketPath,
      ended: held.process.exited,
      release() {
        if (!isHeld) return
        isHeld = false
        usedAt = performance.now()
        held.leases--
        if (held.leases > 0) return
        if (draining.has(held)) held.onQuiet()
        else held.idle = setTimeout(() => retire('idle'), idleMs).unref()
      },
    }
  }

  function retire(reason: 'replaced' | 'idle') {
    const held = current
    current = undefined
    if (held) drain(held, reason)
  }

  return {
    async lease(wanted) {
      usedAt = performance.now()
      if (current?.stamp === wanted.stamp) return takePlace(current)
      if (waiting >= FUNCTION_LIMITS.concurrent) throw new FunctionAway('busy')
      waiting++
      try {
        return takePlace(await suited(wanted))
      } finally {
        waiting--
      }
    },
    stamp: () => current?.stamp ?? starting?.stamp,
    isQuiet: () => current?.leases === 0 && !starting,
    usedAt: () => usedAt,
    retire,
    async stop() {
      stops++
      const all = [...draining, ...(current ? [current] : [])]
      current = undefined
      failedStamp = undefined
      await Promise.all(all.map((held) => held.process.stop('stopped')))
      await starting?.held.catch(() => undefined)
    },
  }
}

const isNewer = (held: Held, { id, version }: Wanted) => held.id === id && held.version > version
