import { expect, test } from 'vitest'
import { pageTitle } from './page-title.ts'

test('the most particular comes first and the brand last', () => {
  expect(
    pageTitle({
      entity: 'Slow queries',
      page: 'Query',
      product: 'SQL Editor',
      project: 'Tideline',
      organization: 'Acme',
    }),
  ).toBe('Slow queries | Query | SQL Editor | Tideline | Acme | Plinth')
})

test('what is not known is left out', () => {
  expect(pageTitle({ project: 'Tideline', organization: 'Acme' })).toBe('Tideline | Acme | Plinth')
  expect(pageTitle({ page: 'Sign in' })).toBe('Sign in | Plinth')
  expect(pageTitle({})).toBe('Plinth')
})

test('a name is not said twice in a row', () => {
  expect(pageTitle({ page: 'SQL Editor', product: 'SQL Editor' })).toBe('SQL Editor | Plinth')
})
