import { BACKUP_INTERVAL_HOURS, BACKUP_RETENTION_DAYS, PlanId } from '@plinth/contract'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { projectStore } from '#app/db/project-store.ts'
import type { Engine } from '#app/engine/engine.ts'
import type { Lifecycle } from './lifecycle.ts'
import { placementOf } from './placement.ts'

const SWEEP_MS = 5 * 60 * 1000
const POINT_MS = 60 * 1000
const HOUR_MS = 60 * 60 * 1000
// what was replaced, for those who find out later that it was wrong to: a restore, or an upgrade
const KEEP_DAYS = { replaced: 3, upgraded: 7 }
// a project that was just made and thrown away again needs no backup
const FIRST_BACKUP_AFTER_MS = 10 * 60 * 1000
// what made one fail, such as a full disk, is seldom over within minutes
const AFTER_FAILURE_MS = HOUR_MS

const daysBefore = (nowMs: number, days: number) => new Date(nowMs - days * 24 * HOUR_MS)

type Options = Pick<Deps, 'db' | 'log' | 'secrets' | 'clock'> & {
  readonly engine: Engine
  readonly lifecycle: Lifecycle
  readonly host: string
  /** How many days a project can be restored to the second; undefined where it cannot. */
  readonly pitrDays: (projectId: string) => Promise<number | undefined>
  /** Tries the newest backup where that was not done yet. */
  readonly verify: (project: ProjectRow) => Promise<void>
}

/** What happens by the clock: backups, their retention and their trial, points to recover to. */
export function createHousekeeping(options: Options) {
  const { engine, lifecycle, clock, log, secrets } = options
  const { archives } = engine
  const projects = projectStore(options.db)
  const timers: NodeJS.Timeout[] = []

  /** An unhealthy one needs its backups more than others: it may be its data API alone that is down. */
  const running = async () =>
    (await projects.onHost(options.host)).filter(
      ({ ref, status }) => status.startsWith('ACTIVE_') && engine.observe(ref).state === 'running',
    )

  async function backUp(project: ProjectRow) {
    const nowMs = clock().getTime()
    const newest = (await archives.backups(project.ref)).at(-1)
    const dueMs = newest
      ? newest.finishedAt.getTime() + BACKUP_INTERVAL_HOURS * HOUR_MS
      : project.created_at.getTime() + FIRST_BACKUP_AFTER_MS
    if (nowMs < dueMs && !(await archives.needsBackup(project.ref))) return
    const last = await lifecycle.operations.newestOf(project.id, 'backup')
    const failedAt = last?.status === 'failed' ? last.finished_at : null
    if (failedAt && nowMs < failedAt.getTime() + AFTER_FAILURE_MS) return
    const reason = newest ? 'scheduled' : 'first'
    await lifecycle.begin(project, { kind: 'backup', input: { reason }, requestedBy: null })
  }

  async function prune(project: ProjectRow) {
    const plan = PlanId.parse(await projects.planOf(project.organization_id))
    const days = Math.max(BACKUP_RETENTION_DAYS[plan], (await options.pitrDays(project.id)) ?? 0)
    const nowMs = clock().getTime()
    await archives.prune(project.ref, daysBefore(nowMs, days))
    await archives.dropReplaced(project.ref, {
      replaced: daysBefore(nowMs, KEEP_DAYS.replaced),
      upgraded: daysBefore(nowMs, KEEP_DAYS.upgraded),
    })
  }

  /** Does its duties to every project; not while the round before is still at it. */
  function rounds(duties: readonly ((project: ProjectRow) => Promise<void>)[]) {
    let isUnderWay = false
    return async () => {
      if (isUnderWay) return
      isUnderWay = true
      try {
        for (const project of await running()) {
          for (const duty of duties) {
            await duty(project).catch((error: unknown) =>
              log.error({ err: error, ref: project.ref, duty: duty.name }, 'housekeeping failed'),
            )
          }
        }
      } finally {
        isUnderWay = false
      }
    }
  }

  const keep = rounds([backUp, prune])
  // apart from those: to read all of a large backup takes long, and nobody's next one waits for that
  const tryBackups = rounds([options.verify])
  const sweep = async () => {
    await keep()
    await tryBackups()
  }

  /** Only where somebody may want to go back to the second, and only where something was written. */
  async function notePoints() {
    for (const project of await running()) {
      if ((await options.pitrDays(project.id)) === undefined) continue
      await archives
        .noteIfWritten(placementOf(secrets, project))
        .catch((error: unknown) => log.warn({ err: error, ref: project.ref }, 'no point was noted'))
    }
  }

  const every = (ms: number, run: () => Promise<void>) =>
    timers.push(
      setInterval(() => {
        run().catch((error: unknown) => log.error({ err: error }, 'housekeeping failed'))
      }, ms).unref(),
    )

  return {
    start() {
      every(SWEEP_MS, keep)
      every(SWEEP_MS, tryBackups)
      every(POINT_MS, notePoints)
    },
    stop: () => timers.forEach((timer) => clearInterval(timer)),
    /** What the timer does, for those who cannot wait for it. */
    sweep,
  }
}
