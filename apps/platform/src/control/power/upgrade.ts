import { UPGRADE_STEPS, type UpgradeStatus } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import { actorOf, os, type ProjectRow, projectOf } from '#app/base/context.ts'
import type { StoredStep } from '#app/db/schema.ts'
import type { Engine } from '#app/engine/engine.ts'
import { obstaclesTo } from '#app/lifecycle/upgrade-obstacles.ts'
import type { PowerDeps } from './handlers.ts'
import { powerStore } from './store.ts'

/** The step an upgrade has come to: the last that began. */
export function progressOf(steps: readonly StoredStep[]) {
  const begun = steps.findLastIndex(({ status }) => status !== 'pending')
  return UPGRADE_STEPS[Math.max(begun, 0)] ?? UPGRADE_STEPS[0]
}

const newerThan = (engine: Engine, project: ProjectRow) =>
  engine
    .versions()
    .filter(({ postgresEngine }) => Number(postgresEngine) > Number(project.postgres_engine))
    .map(({ postgresEngine, version }) => ({
      postgres_engine: postgresEngine,
      release_channel: 'ga' as const,
      version,
    }))

const STATUS = { queued: 0, running: 0, succeeded: 1, failed: 2, cancelled: 2 } as const
const isKnown = (status: string): status is keyof typeof STATUS => status in STATUS

export function upgradeHandlers(deps: PowerDeps) {
  const { db, engine, lifecycle } = deps
  const store = powerStore(db)

  async function statusOf(project: ProjectRow, trackingId?: string): Promise<UpgradeStatus> {
    const row = await store.newestOfKind(project.id, 'upgrade')
    if (!row || (trackingId && row.id !== trackingId)) return { databaseUpgradeStatus: null }
    return {
      databaseUpgradeStatus: {
        initiated_at: row.created_at.toISOString(),
        status: isKnown(row.status) ? STATUS[row.status] : 0,
        progress: progressOf(row.steps),
        target_version: String(row.input['target']),
        error: row.error_message,
        tracking_id: row.id,
      },
    }
  }

  return {
    upgrade: os.power.upgrade.handler(async ({ input, context }) => {
      const project = projectOf({ context })
      const targets = newerThan(engine, project)
      if (!targets.some(({ postgres_engine }) => postgres_engine === input.target_version)) {
        throw new AppError('VERSION_UNAVAILABLE')
      }
      const tracking_id = await lifecycle.begin(project, {
        kind: 'upgrade',
        input: { target: input.target_version },
        requestedBy: actorOf({ context }).id,
      })
      return { tracking_id }
    }),

    upgradeStatus: os.power.upgradeStatus.handler(({ input, context }) =>
      statusOf(projectOf({ context }), input.tracking_id),
    ),

    upgradeEligibility: os.power.upgradeEligibility.handler(async ({ context }) => {
      const project = projectOf({ context })
      const targets = newerThan(engine, project)
      const obstacles = targets.length ? await obstaclesTo(deps, project) : []
      return {
        eligible: targets.length > 0 && obstacles.length === 0,
        current_version: project.db_version,
        target_versions: targets,
        obstacles,
      }
    }),
  }
}
