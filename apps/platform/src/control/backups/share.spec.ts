import { expect, test } from 'vitest'
import { AppError } from '#app/base/app-error.ts'
import { assertShare } from './share.ts'

const now = new Date('2026-03-08T00:00:00Z')
const asked = (count: number, reason = 'requested') =>
  Array.from({ length: count }, (_, index) => ({
    reason,
    finishedAt: new Date(Date.UTC(2026, 2, 2, 0, 0, index)),
  }))

test('a project keeps so many backups that were asked for, and any number of others', () => {
  const kept = { days: 7, now }
  expect(() => assertShare([], kept)).not.toThrow()
  expect(() => assertShare([...asked(99), ...asked(500, 'scheduled')], kept)).not.toThrow()
  const refusal = (() => {
    try {
      assertShare(asked(100), kept)
    } catch (error) {
      return error
    }
    return undefined
  })()
  expect(refusal).toBeInstanceOf(AppError)
  // the oldest is six days old, so it goes in one
  expect(refusal).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: expect.stringContaining('at most 100'),
    data: { retryAfterSeconds: 86_400 },
  })
})
