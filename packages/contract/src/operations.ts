import { z } from 'zod'
import { ByRef } from './common.ts'
import { endpoint } from './endpoint.ts'

export const OperationKind = z.enum([
  'create',
  'delete',
  'undelete',
  'purge',
  'pause',
  'restore',
  'restart',
  'resize',
  'upgrade',
  'backup',
  'restore_backup',
  'recover',
  'rotate_jwt_secret',
])
export type OperationKind = z.infer<typeof OperationKind>

export const OperationStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled'])
export type OperationStatus = z.infer<typeof OperationStatus>

export const OperationStep = z.object({
  name: z.string(),
  /** What the step does, in words for the person watching. */
  label: z.string(),
  status: z.enum(['pending', 'running', 'succeeded', 'failed', 'undone']),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  /** How far it is, where it is running and can tell. */
  work: z.object({ done_bytes: z.number(), total_bytes: z.number() }).nullable(),
})
export type OperationStep = z.infer<typeof OperationStep>

export const Operation = z.object({
  id: z.string(),
  project_ref: z.string(),
  kind: OperationKind,
  status: OperationStatus,
  steps: z.array(OperationStep),
  /** 0 to 1, by steps done and how far the present one is. */
  progress: z.number(),
  attempts: z.int(),
  error: z.object({ message: z.string(), log: z.array(z.string()) }).nullable(),
  requested_by: z.string().nullable(),
  created_at: z.string(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  can_retry: z.boolean(),
  can_cancel: z.boolean(),
})
export type Operation = z.infer<typeof Operation>

const ById = ByRef.extend({ id: z.uuid() })

export const operations = {
  list: endpoint({
    needs: 'projects:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/operations',
      summary: 'The newest operations of a project, newest first',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(ByRef.extend({ limit: z.coerce.number().int().min(1).max(100).default(20) }))
    .output(z.array(Operation)),

  view: endpoint({
    needs: 'projects:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/operations/{id}',
      summary: 'One operation with its steps',
    },
    errors: ['PROJECT_NOT_FOUND', 'OPERATION_NOT_FOUND'],
  })
    .input(ById)
    .output(Operation),

  retry: endpoint({
    // the handler asks for what the kind of the operation takes
    needs: 'projects:read',
    route: {
      method: 'POST',
      path: '/platform/projects/{ref}/operations/{id}/retry',
      summary: 'Run the newest operation again, if it failed; takes the right to begin one like it',
    },
    errors: [
      'PROJECT_NOT_FOUND',
      'OPERATION_NOT_FOUND',
      'OPERATION_NOT_RETRYABLE',
      'OPERATION_CONFLICT',
      'FREE_PROJECT_LIMIT',
    ],
  })
    .input(ById)
    .output(Operation),

  cancel: endpoint({
    // the same
    needs: 'projects:read',
    route: {
      method: 'POST',
      path: '/platform/projects/{ref}/operations/{id}/cancel',
      summary:
        'Stop an operation and undo what it did, where possible; takes the right to begin one like it',
    },
    errors: ['PROJECT_NOT_FOUND', 'OPERATION_NOT_FOUND', 'OPERATION_NOT_CANCELLABLE'],
  })
    .input(ById)
    .output(Operation),
}
