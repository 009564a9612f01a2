import { expect, test } from 'vitest'
import { loggedPath } from './logged-path.ts'

test('a link’s token stays out of the log, everything else is as it was', () => {
  expect(
    [
      '/platform/invitations/some-long-token',
      '/platform/invitations/some-long-token/accept',
      '/platform/organizations/acme/invitations/17',
      '/v1/projects/abc',
      '/',
    ].map(loggedPath),
  ).toEqual([
    '/platform/invitations/[secret]',
    '/platform/invitations/[secret]/accept',
    '/platform/organizations/acme/invitations/17',
    '/v1/projects/abc',
    '/',
  ])
})
