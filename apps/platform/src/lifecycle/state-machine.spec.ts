import { isTransitional, projectCan, ProjectStatus } from '@plinth/contract'
import { expect, test } from 'vitest'
import { canBeCancelled } from './definition.ts'
import { DEFINITIONS } from './definitions.ts'

const STATUSES = ProjectStatus.options
const RESTING = STATUSES.filter((status) => !isTransitional(status))
// no operation ends in it: it is what an engine that cannot tell would answer
const NEVER_REACHED: readonly ProjectStatus[] = ['UNKNOWN']

const ends = ({ succeeded, failed, undone, cancelled }: (typeof DEFINITIONS)[number]) =>
  [succeeded, failed, undone, cancelled].filter((to) => to !== undefined && to !== 'as before')

test('what each operation may begin in, and where it leaves a project', () => {
  const rows = DEFINITIONS.map((definition) => {
    const { kind, action, during, succeeded, failed, undone, cancelled } = definition
    const from = action ? STATUSES.filter((status) => projectCan(action, status)) : ['(not asked)']
    const back = [`fails ${undone ?? failed}`, undone && `or ${failed}`].filter(Boolean).join(' ')
    const way = [during ?? '(stays)', succeeded, back, `cancelled ${cancelled ?? 'never'}`]
    return [kind, `${from.join(' ')} → ${way.join(' → ')}`]
  })
  expect(Object.fromEntries(rows)).toMatchInlineSnapshot(`
    {
      "backup": "ACTIVE_HEALTHY ACTIVE_UNHEALTHY → (stays) → ACTIVE_HEALTHY → fails ACTIVE_HEALTHY → cancelled ACTIVE_HEALTHY",
      "create": "(not asked) → COMING_UP → ACTIVE_HEALTHY → fails INIT_FAILED → cancelled REMOVED",
      "delete": "ACTIVE_HEALTHY ACTIVE_UNHEALTHY UNKNOWN INIT_FAILED INACTIVE PAUSE_FAILED RESTORE_FAILED → GOING_DOWN → REMOVED → fails as before or ACTIVE_UNHEALTHY → cancelled never",
      "pause": "ACTIVE_HEALTHY ACTIVE_UNHEALTHY PAUSE_FAILED → PAUSING → INACTIVE → fails PAUSE_FAILED or PAUSE_FAILED → cancelled ACTIVE_HEALTHY",
      "purge": "(not asked) → (stays) → REMOVED → fails REMOVED → cancelled never",
      "resize": "ACTIVE_HEALTHY ACTIVE_UNHEALTHY INACTIVE → RESIZING → ACTIVE_HEALTHY → fails as before or ACTIVE_UNHEALTHY → cancelled as before",
      "restart": "ACTIVE_HEALTHY ACTIVE_UNHEALTHY UNKNOWN PAUSE_FAILED → RESTARTING → ACTIVE_HEALTHY → fails ACTIVE_UNHEALTHY → cancelled never",
      "restore": "INACTIVE RESTORE_FAILED → RESTORING → ACTIVE_HEALTHY → fails RESTORE_FAILED → cancelled never",
      "restore_backup": "ACTIVE_HEALTHY ACTIVE_UNHEALTHY INACTIVE RESTORE_FAILED → RESTORING → ACTIVE_HEALTHY → fails RESTORE_FAILED or RESTORE_FAILED → cancelled as before",
      "rotate_jwt_secret": "ACTIVE_HEALTHY ACTIVE_UNHEALTHY → (stays) → ACTIVE_HEALTHY → fails ACTIVE_HEALTHY or ACTIVE_HEALTHY → cancelled never",
      "undelete": "REMOVED → RESTORING → ACTIVE_HEALTHY → fails RESTORE_FAILED → cancelled never",
      "upgrade": "ACTIVE_HEALTHY → UPGRADING → ACTIVE_HEALTHY → fails as before or ACTIVE_UNHEALTHY → cancelled as before",
    }
  `)
})

test('an operation passes through a transitional status or leaves the status alone', () => {
  for (const { kind, during } of DEFINITIONS) {
    expect(during === undefined || isTransitional(during), kind).toBe(true)
  }
})

test('every end of every operation is a status to rest in', () => {
  for (const definition of DEFINITIONS) {
    for (const to of ends(definition)) {
      expect(isTransitional(to), `${definition.kind} ends in ${to}`).toBe(false)
    }
  }
})

test('nothing may be begun while an operation is under way', () => {
  const allowed = STATUSES.filter(isTransitional).flatMap((status) =>
    DEFINITIONS.filter(({ action }) => action && projectCan(action, status)).map(
      ({ kind }) => `${kind} in ${status}`,
    ),
  )
  expect(allowed).toEqual([])
})

test('every transitional status has an operation behind it that leads out', () => {
  const led = new Set(DEFINITIONS.map(({ during }) => during))
  const missing = STATUSES.filter((status) => isTransitional(status) && !led.has(status))
  expect(missing).toEqual([])
})

test('from every status to rest in an owner can get to a running project, or be rid of it', () => {
  const next = (from: ProjectStatus) =>
    DEFINITIONS.filter(({ action }) => action && projectCan(action, from)).map(
      ({ succeeded }) => succeeded,
    )
  const reach = (from: ProjectStatus) => {
    const seen = new Set<ProjectStatus>([from])
    for (const status of seen) for (const to of next(status)) seen.add(to)
    return seen
  }
  for (const status of RESTING) {
    expect([...reach(status)], status).toEqual(expect.arrayContaining(['REMOVED']))
    // what was never made cannot be brought up: its creation is retried, which is no new operation
    if (status !== 'INIT_FAILED') {
      expect([...reach(status)], status).toEqual(expect.arrayContaining(['ACTIVE_HEALTHY']))
    }
  }
})

test('every status to rest in is where some operation ends, or is never reached', () => {
  const reached = new Set(DEFINITIONS.flatMap(ends))
  const missing = RESTING.filter((status) => !reached.has(status))
  expect(missing).toEqual(NEVER_REACHED)
})

test('an operation that promises to take back has steps that can', () => {
  for (const { kind, undone, cancelled, steps } of DEFINITIONS) {
    const isPromised = undone !== undefined || cancelled === 'as before'
    expect(!isPromised || steps.some(({ undo }) => undo), kind).toBe(true)
  }
})

test('the last moment to cancel is before the first step that is final', () => {
  const rows = DEFINITIONS.flatMap((definition) =>
    definition.steps.map(({ name }, index) => {
      const stored = definition.steps.map((step, at) => ({
        name: step.name,
        status: at < index ? 'succeeded' : at === index ? 'running' : 'pending',
      }))
      return [`${definition.kind}.${name}`, canBeCancelled(definition, stored)] as const
    }),
  )
  expect(rows.filter(([, can]) => can).map(([name]) => name)).toMatchInlineSnapshot(`
    [
      "create.files",
      "create.start",
      "create.secure",
      "create.verify",
      "resize.stop",
      "resize.size",
      "resize.start",
      "resize.verify",
      "upgrade.check",
      "upgrade.launch",
      "upgrade.detach",
      "upgrade.attach",
      "upgrade.move",
      "upgrade.read",
      "upgrade.swap",
      "upgrade.start",
      "upgrade.verify",
      "pause.backup",
      "pause.stop",
      "backup.backup",
      "restore_backup.safety",
      "restore_backup.rebuild",
      "restore_backup.swap",
      "restore_backup.start",
      "restore_backup.verify",
    ]
  `)
})
