import { expect, test } from 'vitest'
import { parseAddonsSearch } from './addons-search.ts'

test('a panel is one that there is, or none', () => {
  expect(parseAddonsSearch({ panel: 'pitr', source: 'pitr' })).toEqual({
    panel: 'pitr',
    source: 'pitr',
  })
  expect(parseAddonsSearch({ panel: 'customDomain' })).toEqual({ panel: 'custom_domain' })
  expect(parseAddonsSearch({ panel: 'compute_instance' })).toEqual({})
  expect(parseAddonsSearch({ panel: 7, source: '' })).toEqual({})
})
