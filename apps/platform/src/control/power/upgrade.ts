import { UPGRADE_STEPS, type UpgradeStatus } from '@plinth/contract'
import { AppError } from '#app/base/app-error.ts'
import { os, type ProjectRow, projectOf } from '#app/base/context.ts'
import type { StoredStep } from '#app/db/schema.ts'
import type { PowerDeps } from './handlers.ts'
import { powerStore } from './store.ts'

/** The step an upgrade has come to: the last that began. */
export function progressOf(steps: readonly StoredStep[]) {
  const begun = steps.findLastIndex(({ status }) => status !== 'pending')
  return UPGRADE_STEPS[Math.max(begun, 0)] ?? UPGRADE_STEPS[0]
}

// the engine cannot move data between majors yet; the calls answer so, and nothing pretends
const NOT_YET =
  'Plinth does not upgrade between major versions yet. Make a project with the newer version and move the data with pg_dump'

const STATUS = { queued: 0, running: 0, succeeded: 1, failed: 2, cancelled: 2 } as const
const isKnown = (status: string): status is keyof typeof STATUS => status in STATUS

export function upgradeHandlers({ db }: PowerDeps) {
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
    upgrade: os.power.upgrade.handler(() => {
      throw new AppError('VERSION_UNAVAILABLE', { message: NOT_YET })
    }),

    upgradeStatus: os.power.upgradeStatus.handler(({ input, context }) =>
      statusOf(projectOf({ context }), input.tracking_id),
    ),

    upgradeEligibility: os.power.upgradeEligibility.handler(({ context }) => ({
      eligible: false,
      current_version: projectOf({ context }).db_version,
      target_versions: [],
      obstacles: [NOT_YET],
    })),
  }
}
