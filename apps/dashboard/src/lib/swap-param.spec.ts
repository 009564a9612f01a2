import { expect, test } from 'vitest'
import { pageForOther } from './swap-param.ts'

test.each([
  ['/project/$ref/', '/project/$ref'],
  ['/project/$ref/settings/general', '/project/$ref/settings/general'],
  ['/project/$ref/database/backups/scheduled', '/project/$ref/database/backups/scheduled'],
  // another project has no snippet or function of that id
  ['/project/$ref/sql/$id', '/project/$ref/sql'],
  ['/project/$ref/functions/$slug/details', '/project/$ref/functions'],
])('from %s one comes to %s', (template, expected) => {
  expect(pageForOther(template, '$ref')).toBe(expected)
})

test('organizations keep their page too', () => {
  expect(pageForOther('/org/$slug/team', '$slug')).toBe('/org/$slug/team')
})

test('a page without the parameter has nothing to keep', () => {
  expect(pageForOther('/account/profile', '$ref')).toBeUndefined()
})
