import { expect, test } from 'vitest'
import { actionText, actorText } from './audit-text.ts'

test.each([
  ['projects.delete', 'Projects: delete'],
  ['accessTokens.create', 'Access tokens: create'],
  ['v1.projects.create', 'Projects: create'],
  ['auth.signOutEverywhere', 'Auth: sign out everywhere'],
])('%s reads %s', (action, text) => {
  expect(actionText(action)).toBe(text)
})

test('who did it; by which means only where that says something', () => {
  const actor = { id: '1', email: 'ada@example.com', via: 'session' }
  expect(actorText({ actor })).toBe('ada@example.com')
  expect(actorText({ actor: { ...actor, via: 'token' } })).toBe('ada@example.com (access token)')
  expect(actorText({ actor: { ...actor, via: 'nobody' } })).toBe('ada@example.com')
  expect(actorText({ actor: { id: null, email: null, via: 'nobody' } })).toBe('Nobody signed in')
  expect(actorText({ actor: { id: null, email: null, via: 'platform' } })).toBe('Plinth itself')
})
