import { KEEP_DELETED_DAYS, ProjectStatus } from '@plinth/contract'
import type { Deps } from '#app/base/deps.ts'
import type { ProjectRow } from '#app/base/context.ts'
import { projectStore } from '#app/db/project-store.ts'
import type { Engine, EngineEvent } from '#app/engine/engine.ts'
import type { Lifecycle } from './lifecycle.ts'
import { placementOf } from './placement.ts'

const PARALLEL_STARTS = 4
const SWEEP_MS = 60 * 60 * 1000

type Options = Pick<Deps, 'db' | 'log' | 'secrets' | 'bus' | 'clock'> & {
  readonly engine: Engine
  readonly lifecycle: Lifecycle
  readonly host: string
}

/** Brings what runs in line with what should: at the start, after a crash, and on a timer. */
export function createReconciler(options: Options) {
  const { engine, lifecycle, log, bus, host } = options
  const projects = projectStore(options.db)
  let timer: NodeJS.Timeout | undefined

  async function settle(project: ProjectRow, to: ProjectStatus) {
    const from = ProjectStatus.parse(project.status)
    // whoever moved the project meanwhile knows better
    if (from === to || !(await projects.moveStatus(options.db, project.id, { from, to }))) return
    const { ref, organization_slug } = project
    await bus.publish({ topic: 'project', ref, organization_slug, status: to })
  }

  async function bringUp(project: ProjectRow) {
    try {
      const placement = placementOf(options.secrets, project)
      const { port } = await engine.start(placement)
      if (port !== project.port) await projects.patch(project.id, { port })
      await engine.serve({ ...placement, port })
      await settle(project, 'ACTIVE_HEALTHY')
    } catch (error) {
      log.error({ err: error, ref: project.ref }, 'a project could not be started')
      await settle(project, 'ACTIVE_UNHEALTHY')
    }
  }

  async function bringUpAll() {
    const all = await projects.onHost(host)
    const wanted = all.filter(({ status }) => status.startsWith('ACTIVE_'))
    const next = wanted.values()
    const worker = async () => {
      for (const project of next) await bringUp(project)
    }
    await Promise.all(Array.from({ length: PARALLEL_STARTS }, worker))
  }

  async function onEngineEvent({ ref, state }: EngineEvent) {
    const project = await projects.byRef(ref)
    // an operation that is under way decides its project's status itself
    if (!project?.status.startsWith('ACTIVE_')) return
    await settle(project, state === 'running' ? 'ACTIVE_HEALTHY' : 'ACTIVE_UNHEALTHY')
  }

  async function purgeDeleted() {
    const before = new Date(options.clock().getTime() - KEEP_DELETED_DAYS * 24 * 60 * 60 * 1000)
    const all = await projects.onHost(host)
    for (const project of all) {
      if (project.status !== 'REMOVED' || !project.deleted_at || project.deleted_at > before)
        continue
      await lifecycle.begin(project, { kind: 'purge', requestedBy: null })
    }
  }

  const loudly = (what: string, run: () => Promise<void>) =>
    run().catch((error: unknown) => log.error({ err: error }, what))

  return {
    /** Starts what should run; resolves when each has started or failed to. */
    async start() {
      engine.onEvent((event) => void loudly('a crash was not noted', () => onEngineEvent(event)))
      const sweep = () => void loudly('deleted projects were not purged', purgeDeleted)
      timer = setInterval(sweep, SWEEP_MS).unref()
      sweep()
      await loudly('projects were not started', bringUpAll)
    },
    stop: () => clearInterval(timer),
  }
}
