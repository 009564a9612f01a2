import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  AUTO_GROW_AT,
  ComputeSize,
  KEEP_MINUTES_MS,
  KEEP_SAMPLES_MS,
  WARNING_WINDOW_MS,
} from '@plinth/contract'
import type { Deps } from '#app/base/deps.ts'
import { DISK_CHANGED, diskService, effectiveDisk, GB } from '#app/control/disk/service.ts'
import { projectStore } from '#app/db/project-store.ts'
import type { Engine } from '#app/engine/engine.ts'
import { diskWatch } from './disk-watch.ts'
import { atEase, isSameStanding, judge, presentWarning } from './judge.ts'
import { knownServers } from './known-servers.ts'
import { endOverflow, enforceReadOnly } from './read-only-mode.ts'
import { standingOf } from './standing.ts'
import { type Means, resourceStore, type SampleRow, type Target } from './store.ts'
import { limitsOf, type Reading, unknownUsage, usageBetween } from './usage.ts'

const SAMPLE_MS = 15_000
const DISK_MS = 60_000
const PRUNE_MS = 10 * 60_000
// a busy moment is no warning yet
const MIN_SAMPLES = 4
const AT_ONCE = 4
const MINUTE_MS = 60_000
// samples of an earlier run that ended before it had summed them up
const ROLL_BACK_MS = 10 * MINUTE_MS

const windowBefore = (now: Date) => new Date(now.getTime() - WARNING_WINDOW_MS)

type Options = Pick<Deps, 'db' | 'log' | 'secrets' | 'bus' | 'clock'> & {
  readonly engine: Engine
  /** This machine: what runs elsewhere is measured there. */
  readonly host: string
  readonly sampleMs?: number | undefined
  readonly diskMs?: number
  /** Of this machine: a project of a larger size uses no more of them. */
  readonly cpus?: number
}

type Measurement = {
  readonly row: SampleRow
  readonly isGrowing: boolean
  /** The samples before this one were of a server that is gone. */
  readonly isAnother: boolean
}

export type Monitor = ReturnType<typeof createMonitor>

/** Measures what runs here, keeps it, and draws the conclusions: warnings, growth, read-only mode. */
export function createMonitor(options: Options) {
  const { db, log, bus, clock, engine, host } = options
  const { sampleMs = SAMPLE_MS, diskMs = DISK_MS, cpus = availableParallelism() } = options
  const store = resourceStore(db)
  const disks = diskService(options)
  const watch = diskWatch({ engine, everyMs: diskMs })
  const readings = new Map<string, Reading>()
  const servers = knownServers()
  const stopping = new AbortController()
  let rolledUpTo: Date | undefined
  let prunedMs = 0
  let running: Promise<void> | undefined
  let unsubscribe = () => {}

  async function measure(target: Target, now: Date): Promise<Measurement> {
    const { id, ref } = target
    const sample = await engine.sample(ref)
    const { shape } = effectiveDisk(target)
    const atMs = performance.now()
    const { bytes: disk_bytes, isGrowing } = await watch.look(ref, {
      atMs,
      sizeGb: shape.size_gb,
      writtenBytes: sample?.writtenBytes ?? 0,
    })
    const disk_usage = (disk_bytes / (shape.size_gb * GB)) * 100
    const limits = limitsOf(ComputeSize.parse(target.instance_size), shape, cpus)
    const usage = sample ? usageBetween(readings.get(ref), { sample, atMs }, limits) : unknownUsage
    if (sample) readings.set(ref, { sample, atMs })
    const hasRecord = () => store.wasMeasured(id, windowBefore(now))
    const isAnother =
      sample !== undefined && (await servers.isAnother(id, { pid: sample.pid, now }, hasRecord))
    return {
      isGrowing,
      isAnother,
      row: { ...usage, disk_bytes, disk_usage, project_id: id, taken_at: now },
    }
  }

  /** How full the disk is once it has grown, where it may. */
  async function fullness(target: Target, { disk_bytes, disk_usage }: SampleRow) {
    if (disk_bytes === null || disk_usage === null || disk_usage < AUTO_GROW_AT) return disk_usage
    const grown = await disks.grow(target, disk_bytes)
    if (!grown) return disk_usage
    log.info({ ref: target.ref, sizeGb: grown.shape.size_gb }, 'a disk has grown by itself')
    return (disk_bytes / (grown.shape.size_gb * GB)) * 100
  }

  async function conclude(
    target: Target,
    { row, isGrowing, isAnother }: Measurement,
    means: Means | undefined,
  ) {
    const known = standingOf(target)
    const before = isAnother ? { ...atEase, isReadOnly: known.isReadOnly } : known
    const { cpu = null, ram = null, diskIo = null } = means ?? {}
    const disk = await fullness(target, row)
    const judged = judge(before, { cpu, ram, diskIo, disk })
    const isReadOnly = await enforceReadOnly(options, target, judged.isReadOnly)
    if (isReadOnly && isGrowing && disk !== null && disk >= 100) await endOverflow(options, target)
    const after = { ...judged, isReadOnly }
    if (isSameStanding(known, after)) return
    await store.saveStanding(target.id, after, clock())
    const { ref, organization_slug } = target
    const warning = presentWarning(target, after)
    await bus.publish({ topic: 'resource-warning', ref, organization_slug, warning })
  }

  async function tick(): Promise<void> {
    const now = clock()
    const here = await store.targets(host)
    const targets = here.filter(({ ref }) => engine.observe(ref).state === 'running')
    forgetOthers(targets)
    const measured = new Map<string, Measurement>()
    await forEach(targets, async (target) => {
      measured.set(target.id, await measure(target, now))
    })
    await store.addSamples([...measured.values()].map(({ row }) => row))
    const means = await store.means({
      since: windowBefore(now),
      beginnings: servers.beginnings(),
      minSamples: MIN_SAMPLES,
    })
    await forEach(targets, async (target) => {
      const measurement = measured.get(target.id)
      if (measurement) await conclude(target, measurement, means.get(target.id))
    })
    await keepHouse(targets, now)
  }

  function forgetOthers(targets: readonly Target[]) {
    const refs = new Set(targets.map(({ ref }) => ref))
    for (const ref of readings.keys()) if (!refs.has(ref)) readings.delete(ref)
    watch.keepOnly(refs)
  }

  /** A few at a time; trouble with one project is not the others'. */
  async function forEach(targets: readonly Target[], run: (target: Target) => Promise<void>) {
    const next = targets.values()
    const worker = async () => {
      for (const target of next) {
        await run(target).catch((error: unknown) =>
          log.warn({ err: error, ref: target.ref }, 'a project could not be measured'),
        )
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, worker))
  }

  async function keepHouse(targets: readonly Target[], now: Date) {
    const end = new Date(Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS)
    if (rolledUpTo?.getTime() !== end.getTime()) {
      const start = rolledUpTo ?? new Date(end.getTime() - ROLL_BACK_MS)
      await store.rollMinutes(
        targets.map(({ id }) => id),
        { start, end },
      )
      rolledUpTo = end
    }
    if (now.getTime() - prunedMs < PRUNE_MS) return
    prunedMs = now.getTime()
    const all = await projectStore(db).onHost(host)
    servers.keepOnly(new Set(all.map(({ id }) => id)))
    await store.prune({
      samplesBefore: new Date(prunedMs - KEEP_SAMPLES_MS),
      minutesBefore: new Date(prunedMs - KEEP_MINUTES_MS),
    })
  }

  let latest: Promise<void> = Promise.resolve()
  /** One round at a time: a second one waits for the first. */
  function look(): Promise<void> {
    latest = latest.then(tick).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.error({ err: error }, 'a round of measuring failed')
    })
    return latest
  }

  async function goOn() {
    while (!stopping.signal.aborted) {
      await look()
      await sleep(sampleMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
    }
  }

  return {
    /** Measures everything once, now. */
    look,
    start() {
      unsubscribe = bus.subscribe(({ topic, ref }) => {
        if (topic !== DISK_CHANGED) return
        watch.forget(String(ref))
        void look()
      })
      running = goOn()
    },
    async stop() {
      stopping.abort()
      unsubscribe()
      await running
      await latest
    },
  }
}
