import type { UpgradeStatus } from '@plinth/contract'
import type { QueryClient } from '@tanstack/react-query'
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

/** The operation behind an upgrade. */
export const upgradeOperationOptions = (ref: string, trackingId: string | undefined) =>
  api.operations.view.queryOptions({ input: { ref, id: trackingId ?? '' } })

/** The newest upgrade with its operation, for a page that says so where it has failed. */
export async function prefetchLastUpgrade(queries: QueryClient, ref: string): Promise<void> {
  const options = upgradeStatusOptions(ref, undefined)
  await queries.prefetchQuery(options)
  const last = queries.getQueryData(options.queryKey)?.databaseUpgradeStatus
  if (last?.status === 2)
    await queries.prefetchQuery(upgradeOperationOptions(ref, last.tracking_id))
}
