import { expect, test } from 'vitest'
import { WARNINGS, type WarningKind } from '#app/lib/resource-warnings.ts'
import { helpLink, isBannerShown, warningLink } from './warning-link.ts'

test('where each warning leads', () => {
  const kinds = Object.keys(WARNINGS) as WarningKind[] // keys of the table
  const links = kinds.map((kind) => {
    const link = warningLink(kind, 'ref')
    return [kind, link && `${String(link.to)}${link.hash ? `#${String(link.hash)}` : ''}`]
  })
  expect(Object.fromEntries(links)).toMatchInlineSnapshot(`
    {
      "auth_rate_limit_exhaustion": undefined,
      "cpu_exhaustion": "/project/$ref/settings/infrastructure#cpu",
      "disk_io_exhaustion": "/project/$ref/settings/infrastructure#disk_io",
      "disk_space_exhaustion": "/project/$ref/settings/compute-and-disk",
      "is_readonly_mode_enabled": "/project/$ref/settings/compute-and-disk",
      "memory_and_swap_exhaustion": "/project/$ref/settings/infrastructure#ram",
      "multiple_resource_warnings": "/project/$ref/settings/infrastructure",
    }
  `)
})

test('which part of the help each warning leads to', () => {
  const kinds = Object.keys(WARNINGS) as WarningKind[] // keys of the table
  const parts = kinds.map((kind) => [kind, helpLink(kind, 'ref')?.search])
  expect(Object.fromEntries(parts)).toMatchInlineSnapshot(`
    {
      "auth_rate_limit_exhaustion": undefined,
      "cpu_exhaustion": {
        "help": "cpu",
      },
      "disk_io_exhaustion": {
        "help": "disk_io",
      },
      "disk_space_exhaustion": {
        "help": "disk_space",
      },
      "is_readonly_mode_enabled": {
        "help": "disk_space",
      },
      "memory_and_swap_exhaustion": {
        "help": "ram",
      },
      "multiple_resource_warnings": {
        "help": "all",
      },
    }
  `)
})

test('a page that shows the same thing has no banner, unless the project only reads', () => {
  const shownOn = (kind: WarningKind) =>
    ['', 'settings/infrastructure', 'usage', 'settings/compute-and-disk'].filter((page) =>
      isBannerShown({ kind, level: 'critical' }, `/project/ref/${page}`),
    )
  expect(shownOn('cpu_exhaustion')).toEqual(['', 'settings/compute-and-disk'])
  expect(shownOn('is_readonly_mode_enabled')).toEqual(['', 'settings/infrastructure', 'usage'])
})
