import type { Operation, ServiceHealth } from '@plinth/contract'
import { expect, test } from 'vitest'
import { unhealthyTexts } from './unhealthy-texts.ts'

const shop = { name: 'Shop', operation: null }
const services = (db: ServiceHealth['status']): ServiceHealth[] => [
  { name: 'db', status: db, detail: null },
  { name: 'rest', status: 'unhealthy', detail: null },
]
const failed = (message: string) =>
  // what is read of it
  ({ status: 'failed', error: { message, log: [] } }) as unknown as Operation

test('a database that is down is told from a service beside it', () => {
  expect(unhealthyTexts(shop, services('unhealthy')).title).toBe('The database of Shop is down')
  expect(unhealthyTexts(shop, services('healthy')).title).toBe('Shop is unhealthy')
  expect(unhealthyTexts(shop, undefined).title).toBe('Shop is unhealthy')
})

test('the last attempt to mend it says why it failed', () => {
  const after = { name: 'Shop', operation: failed('Postgres did not start') }
  expect(unhealthyTexts(after, services('stopped')).text).toBe('Postgres did not start')
})
