import { Backup, type BackupVerification } from '@plinth/contract'
import type { EngineBackup } from '#app/engine/engine.ts'

const Reason = Backup.shape.reason

export const presentBackup = (backup: EngineBackup): Backup => ({
  id: backup.name,
  isPhysicalBackup: true,
  status: 'COMPLETED',
  inserted_at: backup.finishedAt.toISOString(),
  // a reason of a newer version is shown as one that somebody asked for
  reason: Reason.catch('requested').parse(backup.reason),
  size_bytes: backup.bytes,
  postgres_version: backup.serverVersion,
})

type Row = {
  readonly backup_name: string
  readonly outcome: string
  readonly detail: string
  readonly verified_at: Date
}

export const presentVerification = (row: Row): BackupVerification => ({
  backup_id: row.backup_name,
  verified_at: row.verified_at.toISOString(),
  outcome: row.outcome === 'passed' ? 'passed' : 'failed',
  detail: row.detail,
})
