import type { ProjectStatus } from './project-status.ts'

// The platform refuses an action and the dashboard disables its button from this one table.
// A status missing from a row is a decision: nothing may be asked of a project on its way
// somewhere else, and a removed one can only be brought back.
const ALLOWED_IN = {
  delete: [
    'ACTIVE_HEALTHY',
    'ACTIVE_UNHEALTHY',
    'INIT_FAILED',
    'INACTIVE',
    'PAUSE_FAILED',
    'RESTORE_FAILED',
    'UNKNOWN',
  ],
  undelete: ['REMOVED'],
  query: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'],
  pause: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'PAUSE_FAILED'],
  restore: ['INACTIVE', 'RESTORE_FAILED'],
  // what could not be paused can go on: a backup that fails must not keep a database from who owns it
  restart: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'UNKNOWN', 'PAUSE_FAILED'],
  resize: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE'],
  upgrade: ['ACTIVE_HEALTHY'],
  backup: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY'],
  restoreBackup: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE', 'RESTORE_FAILED'],
  transfer: ['ACTIVE_HEALTHY', 'ACTIVE_UNHEALTHY', 'INACTIVE'],
} as const satisfies Record<string, readonly ProjectStatus[]>

export type ProjectAction = keyof typeof ALLOWED_IN
export const PROJECT_ACTIONS = Object.keys(ALLOWED_IN) as readonly ProjectAction[] // keys of the literal above

/** May this be asked of a project that stands there? */
export const projectCan = (action: ProjectAction, status: ProjectStatus): boolean =>
  // each row is a shorter list of literals than what may be looked for in it
  (ALLOWED_IN[action] as readonly ProjectStatus[]).includes(status)

/** The statuses a project passes through: each has a live operation behind it. */
export const TRANSITIONAL = [
  'COMING_UP',
  'GOING_DOWN',
  'PAUSING',
  'RESTARTING',
  'RESIZING',
  'UPGRADING',
  'RESTORING',
] as const satisfies readonly ProjectStatus[]
export const isTransitional = (status: ProjectStatus): boolean =>
  // the same: any status may be looked for
  (TRANSITIONAL as readonly ProjectStatus[]).includes(status)

/** How long a deleted project can be brought back by an owner. */
export const KEEP_DELETED_DAYS = 7
