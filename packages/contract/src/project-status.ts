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
