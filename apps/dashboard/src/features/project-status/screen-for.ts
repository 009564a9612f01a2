import type { Project, ProjectStatus } from '@plinth/contract'

type Subject = Pick<Project, 'status' | 'postgrestStatus'>
/** `page` is the path below the project: '' for home, 'settings/general'. */
type When = (project: Subject, page: string) => boolean

const is =
  (...statuses: readonly ProjectStatus[]): When =>
  ({ status }) =>
    statuses.includes(status)

// 'contains' as a prefix of whole segments: 'settings' is 'settings/general' too, and not 'settings-x'
const isWithin = (page: string, areas: readonly string[]) =>
  areas.some((area) => page === area || page.startsWith(`${area}/`))

const NEEDS_NO_DATABASE = ['branches', 'database/backups', 'settings', 'functions', 'logs']
const NEEDS_NO_REST = [
  'settings/general',
  'settings/infrastructure',
  'settings/addons',
  'database/settings',
  'reports',
]
const REACHABLE_WHILE_PAUSED = ['settings', 'functions', 'logs']

const isBackups = (page: string) => isWithin(page, ['database/backups'])
const needsDatabase = (page: string) => !isWithin(page, NEEDS_NO_DATABASE)

// The first match wins. The order is a product rule (spec §4, screen precedence), so it is kept as
// data that reads top to bottom. 'paused' leads: a paused project serves no REST API either, and must
// not be taken for one that is connecting. The five statuses the spec's list does not have stand
// where their nearest relative does.
const SCREENS = [
  ['removed', is('REMOVED')],
  [
    'paused',
    (project, page) => is('INACTIVE')(project, page) && !isWithin(page, REACHABLE_WHILE_PAUSED),
  ],
  ['restarting', (project, page) => is('RESTARTING')(project, page) && !isBackups(page)],
  ['resizing', (project, page) => is('RESIZING')(project, page) && !isBackups(page)],
  // backups stay reachable, so that a stuck upgrade never locks the owner out of them
  ['upgrading', (project, page) => is('UPGRADING')(project, page) && !isBackups(page)],
  ['pausing', is('PAUSING')],
  ['going-down', is('GOING_DOWN')],
  ['pause-failed', is('PAUSE_FAILED')],
  [
    'connecting',
    (project, page) =>
      // an unhealthy one may have no database to connect to: its home says what is wrong
      is('ACTIVE_HEALTHY')(project, page) &&
      project.postgrestStatus === 'OFFLINE' &&
      !NEEDS_NO_REST.includes(page),
  ],
  ['restoring', (project, page) => is('RESTORING')(project, page) && needsDatabase(page)],
  ['restore-failed', (project, page) => is('RESTORE_FAILED')(project, page) && needsDatabase(page)],
  // a project that could not be made can still be deleted in its settings
  ['init-failed', (project, page) => is('INIT_FAILED')(project, page) && needsDatabase(page)],
  [
    'provisioning',
    (project, page) => is('COMING_UP', 'UNKNOWN')(project, page) && needsDatabase(page),
  ],
] as const satisfies readonly (readonly [string, When])[]

export type Screen = (typeof SCREENS)[number][0]

/** The page that replaces the project's own, or undefined when there is nothing in the way. */
export const screenFor = (project: Subject, page: string): Screen | undefined =>
  SCREENS.find(([, when]) => when(project, page))?.[0]

/** The path below the project of a route's template: 'sql' of '/project/$ref/sql/$id' and its children. */
export const pageBelow = (template: string): string =>
  template.replace(/^\/project\/\$ref\/?/, '').replace(/\/$/, '')
