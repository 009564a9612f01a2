import type { Project } from '@plinth/contract'
import { SECOND } from '#app/lib/time.ts'
import { type StatusPoll, hasLeft } from '#app/api/use-project-poll.ts'
import type { Screen } from './screen-for.ts'

type Transition = {
  readonly title: (name: string) => string
  readonly text: string
  /** When the project is asked about (spec §4), beside what is pushed. */
  readonly poll: StatusPoll
  readonly isDone: (project: Project) => boolean
}

const EVERY_4_S: StatusPoll = { firstMs: 4 * SECOND, everyMs: 4 * SECOND }
const FROM_4_S_EVERY_2_S: StatusPoll = { firstMs: 4 * SECOND, everyMs: 2 * SECOND }

/** The screens of something under way that only say what it is; the rest are pages of their own. */
export const TRANSITIONS = {
  restarting: {
    title: (name) => `${name} is restarting`,
    text: 'Its database stops and starts again. Open connections are closed; new ones are accepted once this is done.',
    poll: EVERY_4_S,
    isDone: hasLeft('RESTARTING'),
  },
  resizing: {
    title: (name) => `${name} is being resized`,
    text: 'Its database restarts with the new compute size. Your data stays as it is, and so does the size if this fails.',
    poll: EVERY_4_S,
    isDone: hasLeft('RESIZING'),
  },
  pausing: {
    title: (name) => `Pausing ${name}`,
    text: 'Your database is being shut down. You can restore the project once this is done.',
    poll: FROM_4_S_EVERY_2_S,
    isDone: hasLeft('PAUSING'),
  },
  'going-down': {
    title: (name) => `${name} is going down`,
    text: 'It was asked to be deleted: its database stops, and it leaves the list of projects. An owner can bring it back for some days.',
    poll: FROM_4_S_EVERY_2_S,
    isDone: hasLeft('GOING_DOWN'),
  },
  connecting: {
    title: (name) => `Connecting to ${name}`,
    text: 'The database is up; its REST API does not answer yet. This page moves on by itself as soon as it does.',
    poll: EVERY_4_S,
    isDone: ({ postgrestStatus }) => postgrestStatus !== 'OFFLINE',
  },
  restoring: {
    title: (name) => `${name} is being restored`,
    text: 'Its data is put in place and the database is started. Backups and settings stay reachable meanwhile.',
    poll: EVERY_4_S,
    isDone: hasLeft('RESTORING'),
  },
} as const satisfies Partial<Record<Screen, Transition>>

export type TransitionScreen = keyof typeof TRANSITIONS

export const isTransition = (screen: Screen): screen is TransitionScreen => screen in TRANSITIONS

type Change = {
  readonly done: (name: string) => string
  readonly failed: (name: string) => string
  /** Where the project stands after a failure. */
  readonly afterwards: string
}

/** What is said when a change has ended that somebody watched. */
export const CHANGES = {
  restarting: {
    done: (name) => `${name} was restarted`,
    failed: (name) => `${name} could not be restarted`,
    afterwards: 'Its data is as it was.',
  },
  resizing: {
    done: (name) => `${name} has its new size`,
    failed: (name) => `${name} could not be resized`,
    afterwards: 'The project has the size it had before.',
  },
} as const satisfies Partial<Record<Screen, Change>>
