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

type Case = {
  readonly status: ProjectStatus
  readonly last: Operation | null
  readonly about: readonly [category: string, subject: string]
}

test.each<Case>([
  { status: 'ACTIVE_HEALTHY', last: null, about: ['problem', 'Help with Shop'] },
  {
    status: 'ACTIVE_HEALTHY',
    last: operation('succeeded'),
    about: ['problem', 'Help with Shop'],
  },
  {
    status: 'ACTIVE_UNHEALTHY',
    last: operation('succeeded'),
    about: ['unresponsive', 'Shop is unhealthy'],
  },
  {
    status: 'ACTIVE_UNHEALTHY',
    last: operation('failed'),
    about: ['operation', 'Restart of Shop failed'],
  },
  {
    status: 'RESTARTING',
    last: operation('running'),
    about: ['operation', 'Restart of Shop takes too long'],
  },
])('of a project that is $status it says what it is about', ({ status, last, about }) => {
  const [category, subject] = about
  expect(supportFor(shop(status, last), last)).toEqual({ ref: 'shop', category, subject })
})

test('an operation is named where it is not the last one', () => {
  const earlier = operation('failed', 'earlier')
  const about = supportFor(shop('ACTIVE_HEALTHY', operation('succeeded')), earlier)
  expect(about).toMatchObject({ operation: 'earlier', subject: 'Restart of Shop failed' })
})
