import type { Operation, ServiceHealth } from '@plinth/contract'
import { expect, test } from 'vitest'
import { unhealthyTexts } from './unhealthy-texts.ts'

const shop = { name: 'Shop', operation: null }
const answered = (status: ServiceHealth['status'], database_keeps_crashing = false) => ({
  database_keeps_crashing,
  services: [
    { name: 'db', status, detail: null },
    { name: 'rest', status: 'unhealthy', detail: null },
  ] satisfies ServiceHealth[],
})
const failed = (message: string, kind: Operation['kind'] = 'restart') =>
  // what is read of it
  ({ kind, status: 'failed', error: { message, log: [] } }) as unknown as Operation

test('a database that is down is told from a service beside it', () => {
  expect(unhealthyTexts(shop, answered('unhealthy')).title).toBe('The database of Shop is down')
  expect(unhealthyTexts(shop, answered('healthy')).title).toBe('Shop is unhealthy')
  expect(unhealthyTexts(shop, undefined).title).toBe('Shop is unhealthy')
})

test('the last attempt to mend it says why it failed', () => {
  const after = { name: 'Shop', operation: failed('Postgres did not start') }
  expect(unhealthyTexts(after, answered('stopped')).text).toBe('Postgres did not start')
})

test('one that runs between two crashes is told from one that is down', () => {
  const title = 'The database of Shop keeps crashing'
  expect(unhealthyTexts(shop, answered('healthy', true)).title).toBe(title)
  expect(unhealthyTexts(shop, answered('unhealthy', true)).title).not.toBe(title)
})

test('a backup that failed was called the reason why the database is down', () => {
  const after = { name: 'Shop', operation: failed('The archive took nothing', 'backup') }
  expect(unhealthyTexts(after, answered('unhealthy')).text).toMatch(/^It ended by itself/)
})
