import { CircleAlert, CirclePause, type LucideIcon, Trash2 } from 'lucide-react'
import { SECOND } from '#app/lib/time.ts'
import type { Screen } from './screen-for.ts'

type Copy = {
  readonly title: (name: string) => string
  readonly text: string
  /** How often the project is asked about (spec §4); absent where nothing is under way. */
  readonly pollMs?: number
  /** Where nothing is under way; a spinner stands there otherwise. */
  readonly icon?: LucideIcon
}

/** The screens that only say where a project stands; provisioning and its failure are pages of their own. */
export const COPY = {
  restarting: {
    title: (name) => `${name} is restarting`,
    text: 'Its database stops and starts again. Open connections are closed; new ones are accepted once this is done.',
    pollMs: 4 * SECOND,
  },
  resizing: {
    title: (name) => `${name} is being resized`,
    text: 'Its database restarts with the new compute size. Nothing of your data changes.',
    pollMs: 4 * SECOND,
  },
  upgrading: {
    title: (name) => `${name} is being upgraded`,
    text: 'Its data moves to the new version of Postgres. Backups stay reachable meanwhile.',
    pollMs: 5 * SECOND,
  },
  pausing: {
    title: (name) => `Pausing ${name}`,
    text: 'Your database is being shut down. You can restore the project once this is done.',
    pollMs: 2 * SECOND,
  },
  'pause-failed': {
    title: () => 'Something went wrong while pausing your project',
    text: 'The database may still be running. The steps below say how far it came.',
    icon: CircleAlert,
  },
  paused: {
    title: (name) => `${name} is paused`,
    text: 'Its database is stopped and its data is kept.',
    icon: CirclePause,
  },
  connecting: {
    title: (name) => `Connecting to ${name}`,
    text: 'The database is up; its REST API does not answer yet.',
    pollMs: 4 * SECOND,
  },
  restoring: {
    title: (name) => `${name} is being restored`,
    text: 'Its data is put in place and the database is started.',
    pollMs: 4 * SECOND,
  },
  'restore-failed': {
    title: () => 'Something went wrong while restoring your project',
    text: 'Your backups are untouched. The steps below say how far it came.',
    icon: CircleAlert,
  },
  removed: {
    title: (name) => `${name} was deleted`,
    text: 'It serves nothing any more. An owner can bring it back from the organization’s list of projects until it is removed for good.',
    icon: Trash2,
  },
} as const satisfies Record<Exclude<Screen, 'provisioning' | 'init-failed'>, Copy>
