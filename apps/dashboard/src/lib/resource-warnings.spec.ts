import type { ResourceWarning } from '@plinth/contract'
import { expect, test } from 'vitest'
import {
  WARNINGS,
  type WarningKind,
  shownWarning,
  warningTexts,
  warningsByMetric,
} from './resource-warnings.ts'

const AT_EASE: ResourceWarning = {
  project: 'ref',
  organization_slug: 'acme',
  is_readonly_mode_enabled: false,
  disk_io_exhaustion: null,
  disk_space_exhaustion: null,
  cpu_exhaustion: null,
  memory_and_swap_exhaustion: null,
  auth_rate_limit_exhaustion: null,
}
const shown = (part: Partial<ResourceWarning>) => {
  const warning = shownWarning({ ...AT_EASE, ...part })
  return warning && `${warning.kind}, ${warning.level}`
}

test('a project at ease has nothing to say', () => {
  expect(shown({})).toBeUndefined()
})

test.each<[Partial<ResourceWarning>, string]>([
  [{ cpu_exhaustion: 'warning' }, 'cpu_exhaustion, warning'],
  [{ disk_io_exhaustion: 'critical' }, 'disk_io_exhaustion, critical'],
  [{ auth_rate_limit_exhaustion: 'warning' }, 'auth_rate_limit_exhaustion, warning'],
  [
    { cpu_exhaustion: 'warning', disk_space_exhaustion: 'warning' },
    'multiple_resource_warnings, warning',
  ],
  [
    { cpu_exhaustion: 'warning', memory_and_swap_exhaustion: 'critical' },
    'multiple_resource_warnings, critical',
  ],
  [
    {
      is_readonly_mode_enabled: true,
      cpu_exhaustion: 'warning',
      disk_space_exhaustion: 'critical',
    },
    'is_readonly_mode_enabled, critical',
  ],
])('%j is %s', (part, expected) => {
  expect(shown(part)).toBe(expected)
})

test('there are words for every warning at every level it has', () => {
  const kinds = Object.keys(WARNINGS) as WarningKind[] // keys of the table
  for (const kind of kinds)
    for (const level of ['warning', 'critical'] as const)
      expect(warningTexts({ kind, level })?.title, `${kind}, ${level}`).toMatch(/\.$/)
})

test('each thing that runs short is told at its own measure', () => {
  const warned = warningsByMetric({
    ...AT_EASE,
    cpu_exhaustion: 'warning',
    disk_space_exhaustion: 'critical',
  })
  expect([...warned]).toEqual([
    ['disk_space', { kind: 'disk_space_exhaustion', level: 'critical' }],
    ['cpu', { kind: 'cpu_exhaustion', level: 'warning' }],
  ])
  // the banner stays on every page then, and says more
  const full = {
    ...AT_EASE,
    is_readonly_mode_enabled: true,
    disk_space_exhaustion: 'critical',
  } as const
  expect(warningsByMetric(full).size).toBe(0)
})
