import { ProjectStatus } from '@plinth/contract'
import { expect, test } from 'vitest'
import { pageBelow, screenFor } from './screen-for.ts'

const project = (status: ProjectStatus) => ({ status, postgrestStatus: 'ONLINE' as const })

const screensOn = (page: string) =>
  Object.fromEntries(
    ProjectStatus.options.map((status) => [status, screenFor(project(status), page)]),
  )

test('every status has a screen on home, and a running project has none', () => {
  expect(screensOn('')).toMatchInlineSnapshot(`
    {
      "ACTIVE_HEALTHY": undefined,
      "ACTIVE_UNHEALTHY": undefined,
      "COMING_UP": "provisioning",
      "GOING_DOWN": "going-down",
      "INACTIVE": "paused",
      "INIT_FAILED": "init-failed",
      "PAUSE_FAILED": "pause-failed",
      "PAUSING": "pausing",
      "REMOVED": "removed",
      "RESIZING": "resizing",
      "RESTARTING": "restarting",
      "RESTORE_FAILED": "restore-failed",
      "RESTORING": "restoring",
      "UNKNOWN": "provisioning",
      "UPGRADING": "upgrading",
    }
  `)
})

test('settings stay reachable, but not while pausing or in the middle of a restart', () => {
  expect(screensOn('settings/general')).toMatchInlineSnapshot(`
    {
      "ACTIVE_HEALTHY": undefined,
      "ACTIVE_UNHEALTHY": undefined,
      "COMING_UP": undefined,
      "GOING_DOWN": "going-down",
      "INACTIVE": undefined,
      "INIT_FAILED": undefined,
      "PAUSE_FAILED": "pause-failed",
      "PAUSING": "pausing",
      "REMOVED": "removed",
      "RESIZING": "resizing",
      "RESTARTING": "restarting",
      "RESTORE_FAILED": undefined,
      "RESTORING": undefined,
      "UNKNOWN": undefined,
      "UPGRADING": "upgrading",
    }
  `)
})

test('backups stay reachable through everything that touches the database', () => {
  expect(screensOn('database/backups/scheduled')).toMatchInlineSnapshot(`
    {
      "ACTIVE_HEALTHY": undefined,
      "ACTIVE_UNHEALTHY": undefined,
      "COMING_UP": undefined,
      "GOING_DOWN": "going-down",
      "INACTIVE": "paused",
      "INIT_FAILED": undefined,
      "PAUSE_FAILED": "pause-failed",
      "PAUSING": "pausing",
      "REMOVED": "removed",
      "RESIZING": undefined,
      "RESTARTING": undefined,
      "RESTORE_FAILED": undefined,
      "RESTORING": undefined,
      "UNKNOWN": undefined,
      "UPGRADING": undefined,
    }
  `)
})

test('functions and logs need no database', () => {
  expect(screensOn('functions/hello/details')).toEqual(screensOn('logs'))
})

test('a page is exempt by whole segments of its path', () => {
  expect(screenFor(project('INACTIVE'), 'settings-of-something')).toBe('paused')
})

test('a REST API that does not answer is waited for, except where none is needed', () => {
  const offline = { status: 'ACTIVE_HEALTHY', postgrestStatus: 'OFFLINE' } as const
  expect(screenFor(offline, '')).toBe('connecting')
  expect(screenFor(offline, 'settings/general')).toBeUndefined()
  expect(screenFor(offline, 'settings/api')).toBe('connecting')
  expect(screenFor({ ...offline, status: 'INACTIVE' }, '')).toBe('paused')
  // what is unhealthy is not connecting, and its home says why
  expect(screenFor({ ...offline, status: 'ACTIVE_UNHEALTHY' }, '')).toBeUndefined()
})

test('a project without a REST API of its own is not connecting', () => {
  expect(screenFor({ status: 'ACTIVE_HEALTHY', postgrestStatus: null }, '')).toBeUndefined()
})

test('the page is what stands below the project', () => {
  expect(
    [
      '/project/$ref',
      '/project/$ref/',
      '/project/$ref/sql/$id',
      '/project/$ref/settings/general/',
    ].map(pageBelow),
  ).toEqual(['', '', 'sql/$id', 'settings/general'])
})
