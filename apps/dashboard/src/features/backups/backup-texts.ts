import type { Backup, BackupList } from '@plinth/contract'

/** What asked for a backup, in a word or two. */
export const REASONS = {
  scheduled: 'Scheduled',
  requested: 'On request',
  pause: 'Before a pause',
  safety: 'Before a restore',
  upgrade: 'With an upgrade',
  first: 'First backup',
} as const satisfies Record<Backup['reason'], string>

/**
 * Since when nothing of the write-ahead log reaches the archive; undefined while it does. A failure
 * that something archived has followed is past.
 */
export function archivingStuckSince({
  archiving,
  recoverable,
}: Pick<BackupList, 'archiving' | 'recoverable'>): string | undefined {
  const failedAt = archiving?.last_failed_at
  if (!failedAt) return undefined
  const isPast = recoverable !== null && Date.parse(recoverable.latest) > Date.parse(failedAt)
  return isPast ? undefined : (recoverable?.latest ?? failedAt)
}
