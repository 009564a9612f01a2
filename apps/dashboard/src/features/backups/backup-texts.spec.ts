import { expect, test } from 'vitest'
import { archivingStuckSince } from './backup-texts.ts'

const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`
const until = (minute: number) => ({ earliest: at(0), latest: at(minute) })
const failed = (minute: number) => ({ failed_count: 3, last_failed_at: at(minute) })

test('a failure that nothing has followed is told with the last moment that is safe', () => {
  expect(archivingStuckSince({ archiving: failed(20), recoverable: until(12) })).toBe(at(12))
})

test('one that was got over is not', () => {
  expect(archivingStuckSince({ archiving: failed(20), recoverable: until(21) })).toBeUndefined()
})

test('a project that runs well, or does not run, has none', () => {
  const quiet = { failed_count: 0, last_failed_at: null }
  expect(archivingStuckSince({ archiving: quiet, recoverable: until(12) })).toBeUndefined()
  expect(archivingStuckSince({ archiving: null, recoverable: until(12) })).toBeUndefined()
})

test('without any backup the failure itself is where it begins', () => {
  expect(archivingStuckSince({ archiving: failed(20), recoverable: null })).toBe(at(20))
})
