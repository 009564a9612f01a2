import { projectCan, ProjectStatus, UPGRADE_STEPS, type UpgradeStatus } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import { actorOf, os, type ProjectRow, projectOf } from '#app/base/context.ts'
import type { StoredStep } from '#app/db/schema.ts'
import { placementOf } from '#app/lifecycle/placement.ts'
import type { PowerDeps } from './handlers.ts'
import { powerStore } from './store.ts'

/** The step an upgrade has come to: the last that began. */
export function progressOf(steps: readonly StoredStep[]) {
  const begun = steps.findLastIndex(({ status }) => status !== 'pending')
  return UPGRADE_STEPS[Math.max(begun, 0)] ?? UPGRADE_STEPS[0]
}

const CANCELLED = 'Somebody cancelled it'
const STATUS = { queued: 0, running: 0, succeeded: 1, failed: 2, cancelled: 2 } as const
const isKnown = (status: string): status is keyof typeof STATUS => status in STATUS

export function upgradeHandlers({ db, engine, lifecycle, secrets, log }: PowerDeps) {
  const store = powerStore(db)

  async function statusOf(project: ProjectRow, trackingId?: string): Promise<UpgradeStatus> {
    const row = await store.upgradeOf(project.id, trackingId)
    if (!row) return { databaseUpgradeStatus: null }
    return {
      databaseUpgradeStatus: {
        initiated_at: row.created_at.toISOString(),
        status: isKnown(row.status) ? STATUS[row.status] : 0,
        progress: progressOf(row.steps),
        target_version: String(row.input['target']),
        error: row.error_message ?? (row.status === 'cancelled' ? CANCELLED : null),
        tracking_id: row.id,
      },
    }
  }

  /** Newer versions that are installed here, oldest first. */
  const targetsOf = ({ postgres_engine: current }: ProjectRow) =>
    engine
      .versions()
      .filter(({ postgresEngine }) => Number(postgresEngine) > Number(current))
      .toSorted((a, b) => Number(a.postgresEngine) - Number(b.postgresEngine))

  async function obstaclesOf(project: ProjectRow): Promise<readonly string[]> {
    const target = targetsOf(project).at(-1)
    if (!target) return []
    const status = ProjectStatus.parse(project.status)
    if (!projectCan('upgrade', status)) {
      return [
        status === 'INACTIVE'
          ? 'The project is paused: restore it first'
          : 'The project has to be active and healthy',
      ]
    }
    try {
      return await engine.upgrades.obstacles(placementOf(secrets, project), target.postgresEngine)
    } catch (error) {
      log.warn({ err: error, ref: project.ref }, 'what an upgrade would meet could not be read')
      return ['The database does not answer, so what stands in the way cannot be told']
    }
  }

  return {
    upgrade: os.power.upgrade.handler(async ({ input, context }) => {
      const project = projectOf({ context })
      const target = targetsOf(project).find(
        ({ postgresEngine }) => postgresEngine === input.target_version,
      )
      if (!target) {
        const message = `This project cannot be upgraded to Postgres ${input.target_version} here`
        throw new AppError('VERSION_UNAVAILABLE', { message })
      }
      const tracking_id = await lifecycle.begin(project, {
        kind: 'upgrade',
        input: { target: target.postgresEngine },
        requestedBy: actorOf({ context }).id,
      })
      return { tracking_id }
    }),

    upgradeStatus: os.power.upgradeStatus.handler(({ input, context }) =>
      statusOf(projectOf({ context }), input.tracking_id),
    ),

    upgradeEligibility: os.power.upgradeEligibility.handler(async ({ context }) => {
      const project = projectOf({ context })
      const targets = targetsOf(project)
      const obstacles = await obstaclesOf(project)
      return {
        eligible: targets.length > 0 && obstacles.length === 0,
        current_version: project.db_version,
        target_versions: targets.map(({ postgresEngine, version }) => ({
          postgres_engine: postgresEngine,
          release_channel: 'ga' as const,
          version,
        })),
        obstacles: [...obstacles],
      }
    }),
  }
}
