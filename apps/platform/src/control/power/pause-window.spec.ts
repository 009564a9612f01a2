import { expect, test } from 'vitest'
import { pauseWindow } from './pause-window.ts'

const pausedAt = new Date('2026-01-01T00:00:00Z')
const after = (days: number) => new Date(pausedAt.getTime() + days * 86_400_000)

test.each([
  [0, 'free', { remainingDays: 90, isOpen: true }],
  [0.9, 'free', { remainingDays: 90, isOpen: true }],
  [1, 'free', { remainingDays: 89, isOpen: true }],
  [89.9, 'free', { remainingDays: 1, isOpen: true }],
  [90, 'free', { remainingDays: 0, isOpen: false }],
  [400, 'free', { remainingDays: 0, isOpen: false }],
  [400, 'pro', { remainingDays: 90, isOpen: true }],
])('after %d days on the plan %s', (days, plan, expected) => {
  expect(pauseWindow(pausedAt, after(days), plan)).toEqual(expected)
})
