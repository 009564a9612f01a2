import type { UpgradeStatus } from '@plinth/contract'
import { api } from '#app/api/client.ts'
import { pollUntil } from '#app/api/poll-until.ts'
import { SECOND } from '#app/lib/time.ts'

/** How far an upgrade is, asked every 5 s until it has ended (spec §4). */
export const upgradeStatusOptions = (ref: string, trackingId: string | undefined) =>
  api.power.upgradeStatus.queryOptions({
    input: { ref, ...(trackingId && { tracking_id: trackingId }) },
    refetchInterval: pollUntil(
      ({ databaseUpgradeStatus }: UpgradeStatus) => databaseUpgradeStatus?.status !== 0,
      5 * SECOND,
    ),
  })

/** Which versions there are to go to, and what stands in the way. */
export const upgradeEligibilityOptions = (ref: string) =>
  api.power.upgradeEligibility.queryOptions({ input: { ref } })
