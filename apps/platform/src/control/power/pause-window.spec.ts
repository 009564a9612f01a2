import { expect, test } from 'vitest'
import { pauseWindow } from './pause-window.ts'

const pausedAt = new Date('2026-01-01T00:00:00Z')
const after = (days: number) => new Date(pausedAt.getTime() + days * 86_400_000)

test.each([
  [0, 'free', 90, true],
  [0.9, 'free', 90, true],
  [1, 'free', 89, true],
  [89.9, 'free', 1, true],
  [90, 'free', 0, false],
  [400, 'free', 0, false],
  [400, 'pro', 90, true],
])('after %d days on the plan %s', (days, plan, remainingDays, isOpen) => {
  expect(pauseWindow(pausedAt, after(days), plan)).toEqual({ remainingDays, isOpen })
})
