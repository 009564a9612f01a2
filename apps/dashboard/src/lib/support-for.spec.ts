import type { Operation, ProjectStatus } from '@plinth/contract'
import { expect, test } from 'vitest'
import { supportFor } from './support-for.ts'

const operation = (status: Operation['status'], id = 'last') =>
  // what is read of it
  ({ id, kind: 'restart', status }) as Operation

const shop = (status: ProjectStatus, last: Operation | null) => ({
  ref: 'shop',
  name: 'Shop',
  status,
  operation: last,
})

test.each<[ProjectStatus, Operation | null, string, string]>([
  ['ACTIVE_HEALTHY', null, 'problem', 'Help with Shop'],
  ['ACTIVE_HEALTHY', operation('succeeded'), 'problem', 'Help with Shop'],
  ['ACTIVE_UNHEALTHY', operation('succeeded'), 'unresponsive', 'Shop is unhealthy'],
  ['ACTIVE_UNHEALTHY', operation('failed'), 'operation', 'Restart of Shop failed'],
  ['RESTARTING', operation('running'), 'operation', 'Restart of Shop takes too long'],
])('of a project that is %s it says what it is about', (status, last, category, subject) => {
  expect(supportFor(shop(status, last), last)).toEqual({ ref: 'shop', category, subject })
})

test('an operation is named where it is not the last one', () => {
  const earlier = operation('failed', 'earlier')
  const about = supportFor(shop('ACTIVE_HEALTHY', operation('succeeded')), earlier)
  expect(about).toMatchObject({ operation: 'earlier', subject: 'Restart of Shop failed' })
})
