import type { ProjectStatus } from '@plinth/contract'
import { expect, test } from 'vitest'
import { type Watched, nextWatched } from './watched.ts'

type Look = readonly [status: ProjectStatus, page: string, rest?: 'OFFLINE']

/** What is watched after somebody has looked at these, one after the other. */
const after = (...looks: readonly Look[]) =>
  looks.reduce<Watched | undefined>(
    (watched, [status, page, postgrestStatus = null]) =>
      nextWatched(watched, { status, postgrestStatus, operation: null }, page),
    undefined,
  )?.screen

test('a restore that was watched to its end is told', () => {
  expect(after(['RESTORING', ''], ['ACTIVE_HEALTHY', ''])).toBe('restoring')
})

test('the REST API that comes up a little later does not hide it', () => {
  const looks: Look[] = [
    ['RESTORING', ''],
    ['ACTIVE_HEALTHY', '', 'OFFLINE'],
    ['ACTIVE_HEALTHY', ''],
  ]
  expect(after(...looks)).toBe('restoring')
})

test.each<[string, Look[]]>([
  [
    'on a page that stays reachable',
    [
      ['RESTORING', 'logs'],
      ['ACTIVE_HEALTHY', 'logs'],
    ],
  ],
  [
    'on another page by then',
    [
      ['RESTORING', ''],
      ['ACTIVE_HEALTHY', 'sql'],
    ],
  ],
  [
    'that failed',
    [
      ['RESTORING', ''],
      ['RESTORE_FAILED', ''],
      ['ACTIVE_HEALTHY', ''],
    ],
  ],
  [
    'that came after',
    [
      ['ACTIVE_HEALTHY', ''],
      ['PAUSING', ''],
      ['ACTIVE_HEALTHY', ''],
    ],
  ],
])('nobody is told of one %s', (_what, looks) => {
  expect(after(...looks)).toBeUndefined()
})

test('a restart, a resize and an upgrade are told, too', () => {
  const settings = 'settings/general'
  expect(after(['RESTARTING', settings], ['ACTIVE_UNHEALTHY', settings])).toBe('restarting')
  expect(after(['RESIZING', 'settings/general'], ['ACTIVE_HEALTHY', 'settings/general'])).toBe(
    'resizing',
  )
  expect(after(['UPGRADING', ''], ['ACTIVE_HEALTHY', ''])).toBe('upgrading')
})

test('the very same thing is watched as long as nothing changes', () => {
  const project = { status: 'UPGRADING', postgrestStatus: null, operation: null } as const
  const first = nextWatched(undefined, project, '')
  expect(nextWatched(first, project, '')).toBe(first)
})
