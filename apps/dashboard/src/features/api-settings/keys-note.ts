import type { UpdateStatus } from '@plinth/contract'

/** Null: it was never changed. Undefined: not known yet. */
export type SecretUpdate = UpdateStatus | null | undefined

/** Keys are copied and revealed only while nothing is in doubt about them (spec §4). */
export const areKeysCertain = (update: SecretUpdate): boolean =>
  update === null || update?.status === 'Updated'

/** What stands beside the keys while something is. */
export function keysNote(update: SecretUpdate): string | undefined {
  if (update?.status === 'Updating') return 'Updating JWT secret...'
  if (update?.status === 'Failed') return 'JWT secret update failed, new API key may have issues'
  return undefined
}
