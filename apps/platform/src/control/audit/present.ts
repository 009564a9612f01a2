import { AuditEntry } from '@plinth/contract'
import type { AuditRow } from './store.ts'

const Outcome = AuditEntry.shape.outcome

export const presentEntry = (row: AuditRow): AuditEntry => ({
  id: row.id,
  action: row.action,
  actor: { id: row.actor_id, email: row.actor_email, via: row.via },
  project_ref: row.project_ref,
  target: row.target,
  outcome: Outcome.parse(row.outcome),
  error_code: row.error_code,
  ip_address: row.ip_address,
  request_id: row.request_id,
  occurred_at: row.occurred_at.toISOString(),
})
