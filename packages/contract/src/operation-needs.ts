import type { OperationKind } from './operations.ts'
import type { Permission } from './permissions.ts'

/**
 * What it takes to cancel an operation or to try it again: no more, and no less, than to begin one.
 * The platform refuses and the dashboard disables from it.
 */
export const OPERATION_NEEDS = {
  create: 'projects:update',
  delete: 'projects:delete',
  // its project is there again, and wants to be started
  undelete: 'infra:restore',
  purge: 'projects:delete',
  pause: 'projects:pause',
  restore: 'infra:restore',
  restart: 'projects:restart',
  resize: 'infra:write',
  upgrade: 'infra:write',
  backup: 'backups:write',
  restore_backup: 'backups:write',
  recover: 'projects:update',
  rotate_jwt_secret: 'api_keys:write',
} as const satisfies Record<OperationKind, Permission>
