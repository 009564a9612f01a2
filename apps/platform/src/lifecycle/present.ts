import type { Operation } from '@plinth/contract'
import { OperationKind, OperationStatus } from '@plinth/contract'
import type { StoredStep } from '#app/db/schema.ts'
import { canBeCancelled } from './definition.ts'
import { definitionOf } from './definitions.ts'
import type { OperationRow } from './operation-store.ts'

/**
 * An operation as callers see it; its input stays inside, it may hold sealed passwords. Only the newest
 * of a project can be tried again: what came after an earlier one stands on where that left off.
 */
export function presentOperation(row: OperationRow, isNewest = true): Operation {
  const definition = definitionOf(row.kind)
  const labels = new Map(definition.steps.map((step) => [step.name, step.label]))
  const isLive = row.status === 'queued' || row.status === 'running'
  return {
    id: row.id,
    project_ref: row.project_ref,
    kind: OperationKind.parse(row.kind),
    status: OperationStatus.parse(row.status),
    steps: row.steps.map((step) => ({
      ...step,
      label: labels.get(step.name) ?? step.name,
      work: step.work ?? null,
    })),
    progress: row.steps.length ? sumOf(row.steps.map(doneOf)) / row.steps.length : 0,
    attempts: row.attempts,
    error: row.error_message === null ? null : { message: row.error_message, log: row.error_log },
    requested_by: row.requested_by,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
    can_retry: isNewest && row.status === 'failed',
    can_cancel: isLive && canBeCancelled(definition, row.steps) && !row.cancel_requested,
  }
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0)

/** How much of a step is done: 0 to 1. */
function doneOf({ status, work }: StoredStep): number {
  if (status === 'succeeded') return 1
  if (status !== 'running' || !work || work.total_bytes === 0) return 0
  return work.done_bytes / work.total_bytes
}
