import { isTransitional, KEEP_DELETED_DAYS, ProjectStatus } from '@plinth/contract'
import type { Deps } from '#app/base/deps.ts'
import type { ProjectRow } from '#app/base/context.ts'
import { projectStore } from '#app/db/project-store.ts'
import type { Engine, EngineEvent } from '#app/engine/engine.ts'
import { definitionOf } from './definitions.ts'
import type { Lifecycle } from './lifecycle.ts'
import { placementOf } from './placement.ts'

const PARALLEL = 4
const LOOK_MS = 10_000
const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 10 * 60 * 1000
const SWEEP_MS = 60 * 60 * 1000
const PROBE_TIMEOUT_MS = 3_000

type Options = Pick<Deps, 'db' | 'log' | 'secrets' | 'bus' | 'clock'> & {
  readonly engine: Engine
  readonly lifecycle: Lifecycle
  readonly host: string
}

/** Brings what runs in line with what should: at the start, after a crash, and on a timer. */
export function createReconciler(options: Options) {
  const { engine, lifecycle, log, bus, host } = options
  const projects = projectStore(options.db)
  const timers: NodeJS.Timeout[] = []
  const failures = new Map<string, { readonly count: number; readonly untilMs: number }>()
  let looking: Promise<void> | undefined
  let isStopping = false

  const tell = ({ ref, organization_slug }: ProjectRow, status: ProjectStatus) =>
    bus.publish({ topic: 'project', ref, organization_slug, status })

  async function settle(project: ProjectRow, to: ProjectStatus) {
    const from = ProjectStatus.parse(project.status)
    // whoever moved the project meanwhile knows better
    if (from === to || !(await projects.moveStatus(options.db, project.id, { from, to }))) return
    log.info({ ref: project.ref, from, to }, 'a project was found to be in another state')
    await tell(project, to)
  }

  async function up(project: ProjectRow) {
    const placement = placementOf(options.secrets, project)
    const { port } = await engine.start(placement)
    if (port !== project.port) await projects.movePort(project, port)
    return { ...placement, port }
  }

  /** One that does not come up is tried again, less and less often. */
  async function bringUp(project: ProjectRow) {
    const { count = 0, untilMs = 0 } = failures.get(project.id) ?? {}
    if (performance.now() < untilMs) return
    try {
      await engine.serve(await up(project))
      failures.delete(project.id)
      await settle(project, 'ACTIVE_HEALTHY')
    } catch (error) {
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** count, MAX_WAIT_MS)
      failures.set(project.id, { count: count + 1, untilMs: performance.now() + waitMs })
      const again = () => void loudly('a project was not looked at', () => look(project.id))
      setTimeout(again, waitMs).unref()
      log.error({ err: error, ref: project.ref }, 'a project could not be started')
      await settle(project, 'ACTIVE_UNHEALTHY')
    }
  }

  async function compare(project: ProjectRow) {
    const observed = engine.observe(project.ref)
    if (observed.state === 'stopped') return bringUp(project)
    if (observed.state !== 'running') return settle(project, 'ACTIVE_UNHEALTHY')
    // it came back from a crash, and somebody had taken its port
    if (observed.port !== project.port) await projects.movePort(project, observed.port)
    if (observed.keepsCrashing) return settle(project, 'ACTIVE_UNHEALTHY')
    if (project.status === 'ACTIVE_HEALTHY') return
    const isServing = !engine.offersRest || (await engine.probeRest(project.ref, PROBE_TIMEOUT_MS))
    if (isServing) await settle(project, 'ACTIVE_HEALTHY')
  }

  /** No operation is behind it any more: it stands where a failure of the last one would have left it. */
  async function unstick(project: ProjectRow) {
    const [newest] = await lifecycle.operations.newest(project.id, 1)
    const to = newest ? definitionOf(newest.kind).failed : 'ACTIVE_UNHEALTHY'
    log.error({ ref: project.ref, status: project.status, to }, 'a project was stuck')
    await settle(project, to)
  }

  /** One project, while no operation works on it. */
  function look(id: string, liveRefs: ReadonlySet<string> = new Set()): Promise<void> {
    return lifecycle.alone(id, async () => {
      // read anew: an operation may have ended or been asked for since the list was made
      const [project, busy] = await Promise.all([
        projects.byId(id),
        lifecycle.operations.busyProjects(host),
      ])
      if (!project || busy.has(id) || isStopping) return
      const status = ProjectStatus.parse(project.status)
      if (isTransitional(status)) return unstick(project)
      if (status.startsWith('ACTIVE_')) return compare(project)
      const isUnwatched = engine.observe(project.ref).state === 'stopped'
      const isLive = !isUnwatched || liveRefs.has(project.ref)
      if (status === 'INACTIVE' || status === 'REMOVED') {
        if (isLive) await engine.stop(project.ref)
      } else if (isLive && isUnwatched) {
        // it failed and goes on running, so somebody has to watch over it
        await up(project)
      }
    })
  }

  async function lookAtAll() {
    const liveRefs = new Set(await engine.liveRefs())
    const all = await projects.onHost(host)
    // each is looked at when its operation ends; a round that waited for one would hold up the others
    const busy = await lifecycle.operations.busyProjects(host)
    const next = all.filter(({ id }) => !busy.has(id)).values()
    const worker = async () => {
      for (const { id, ref } of next) {
        if (isStopping) return
        await loudly(`a project was not looked at: ${ref}`, () => look(id, liveRefs))
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, worker))
    // read before the list, so a project that was just made is not among the strangers
    const known = new Set(all.map(({ ref }) => ref))
    for (const ref of [...liveRefs].filter((found) => !known.has(found))) {
      log.warn({ ref }, 'a server that belongs to no project is ended')
      await engine.stop(ref)
    }
  }

  /** One look at a time; who asks during one waits for it. */
  function lookOnce(): Promise<void> {
    looking ??= lookAtAll().finally(() => (looking = undefined))
    return looking
  }

  /** In turn, and by what is seen then: two events of one moment must not overtake each other. */
  async function onEngineEvent({ ref, state }: EngineEvent) {
    const project = await projects.byRef(ref)
    // an operation that is under way decides its project's status itself
    if (!project?.status.startsWith('ACTIVE_')) return
    await look(project.id)
    // pages that wait for its data API hear that it is there, whether or not its status moved
    const now = state === 'running' && (await projects.byRef(ref))
    if (now) await tell(now, ProjectStatus.parse(now.status))
  }

  async function purgeDeleted() {
    const before = new Date(options.clock().getTime() - KEEP_DELETED_DAYS * 24 * 60 * 60 * 1000)
    const all = await projects.onHost(host)
    for (const project of all) {
      if (project.status !== 'REMOVED' || !project.deleted_at || project.deleted_at > before)
        continue
      await loudly(`${project.ref} was not purged`, async () => {
        await lifecycle.begin(project, { kind: 'purge', requestedBy: null })
      })
    }
  }

  const loudly = (what: string, run: () => Promise<void>) =>
    run().catch((error: unknown) => log.error({ err: error }, what))

  return {
    /** Starts what should run; resolves when each has started or failed to. */
    async start() {
      engine.onEvent((event) => void loudly('a crash was not noted', () => onEngineEvent(event)))
      // one that was broken off by a crash and taken back has started nothing
      lifecycle.onEnded((id) => void loudly('a project was not looked at', () => look(id)))
      const purge = () => void loudly('deleted projects were not purged', purgeDeleted)
      const lookAgain = () => void loudly('projects were not looked at', lookOnce)
      timers.push(setInterval(purge, SWEEP_MS).unref(), setInterval(lookAgain, LOOK_MS).unref())
      purge()
      await loudly('projects were not started', lookOnce)
    },
    /** What the timer does, for those who cannot wait for it. */
    look: lookOnce,
    stop() {
      isStopping = true
      timers.forEach((timer) => clearInterval(timer))
    },
  }
}
