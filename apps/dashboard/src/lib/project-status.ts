import type { ProjectStatus } from '@plinth/contract'
import { isTransitional } from '@plinth/contract'
import type { Tone } from '@plinth/ui'

type Look = { readonly label: string; readonly tone: Tone }

/** What a status is called and in which colour: one table for lists, home and pickers. */
export const STATUS_LOOKS = {
  ACTIVE_HEALTHY: { label: 'Active', tone: 'success' },
  ACTIVE_UNHEALTHY: { label: 'Unhealthy', tone: 'warning' },
  COMING_UP: { label: 'Coming up', tone: 'info' },
  UNKNOWN: { label: 'Unknown', tone: 'neutral' },
  INIT_FAILED: { label: 'Failed to start', tone: 'danger' },
  INACTIVE: { label: 'Paused', tone: 'neutral' },
  GOING_DOWN: { label: 'Going down', tone: 'info' },
  REMOVED: { label: 'Deleted', tone: 'neutral' },
  PAUSING: { label: 'Pausing', tone: 'info' },
  PAUSE_FAILED: { label: 'Pausing failed', tone: 'danger' },
  RESTARTING: { label: 'Restarting', tone: 'info' },
  RESIZING: { label: 'Resizing', tone: 'info' },
  UPGRADING: { label: 'Upgrading', tone: 'info' },
  RESTORING: { label: 'Restoring', tone: 'info' },
  RESTORE_FAILED: { label: 'Restoring failed', tone: 'danger' },
} as const satisfies Record<ProjectStatus, Look>

/** The groups a person filters by; each stands for the statuses that look alike to them. */
export const STATUS_FILTERS = [
  { value: 'active', label: 'Active', statuses: ['ACTIVE_HEALTHY'] },
  { value: 'unhealthy', label: 'Unhealthy', statuses: ['ACTIVE_UNHEALTHY'] },
  { value: 'paused', label: 'Paused', statuses: ['INACTIVE'] },
  {
    value: 'moving',
    label: 'In progress',
    statuses: [
      'COMING_UP',
      'GOING_DOWN',
      'PAUSING',
      'RESTARTING',
      'RESIZING',
      'UPGRADING',
      'RESTORING',
      'UNKNOWN',
    ],
  },
  { value: 'failed', label: 'Failed', statuses: ['INIT_FAILED', 'PAUSE_FAILED', 'RESTORE_FAILED'] },
] as const satisfies readonly {
  value: string
  label: string
  statuses: readonly ProjectStatus[]
}[]

export type StatusFilter = (typeof STATUS_FILTERS)[number]['value']

export const isBusy = (status: ProjectStatus): boolean => isTransitional(status)
