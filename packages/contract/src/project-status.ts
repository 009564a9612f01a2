import { z } from 'zod'

export const ProjectStatus = z.enum([
  'ACTIVE_HEALTHY',
  'ACTIVE_UNHEALTHY',
  'COMING_UP',
  'UNKNOWN',
  'INIT_FAILED',
  'INACTIVE',
  'GOING_DOWN',
  'REMOVED',
  'PAUSING',
  'PAUSE_FAILED',
  'RESTARTING',
  'RESIZING',
  'UPGRADING',
  'RESTORING',
  'RESTORE_FAILED',
])
export type ProjectStatus = z.infer<typeof ProjectStatus>

const WORDS = {
  ACTIVE_HEALTHY: 'active',
  ACTIVE_UNHEALTHY: 'unhealthy',
  COMING_UP: 'coming up',
  UNKNOWN: 'in an unknown state',
  INIT_FAILED: 'not set up, as that failed',
  INACTIVE: 'paused',
  GOING_DOWN: 'going down',
  REMOVED: 'deleted',
  PAUSING: 'being paused',
  PAUSE_FAILED: 'half paused, as that failed',
  RESTARTING: 'restarting',
  RESIZING: 'being resized',
  UPGRADING: 'being upgraded',
  RESTORING: 'being restored',
  RESTORE_FAILED: 'not restored, as that failed',
} as const satisfies Record<ProjectStatus, string>

/** Completes 'the project is': a message is read by people, and none of them calls it INACTIVE. */
export const statusInWords = (status: ProjectStatus): string => WORDS[status]
