import type { Operation } from '@plinth/contract'
import { expect, test } from 'vitest'
import { moved, supersedes, withStatus } from './patch-projects.ts'

const list = {
  projects: [
    { ref: 'a', status: 'COMING_UP' },
    { ref: 'b', status: 'ACTIVE_HEALTHY' },
  ],
  pagination: { count: 2 },
} as const

test('only the project named changes, and the rest of the answer stays', () => {
  expect(withStatus(list, 'a', 'ACTIVE_HEALTHY')).toEqual({
    ...list,
    projects: [{ ref: 'a', status: 'ACTIVE_HEALTHY' }, list.projects[1]],
  })
})

test('a list that does not change is the very same, so that nothing renders anew', () => {
  expect(withStatus(list, 'b', 'ACTIVE_HEALTHY')).toBe(list)
  expect(withStatus(list, 'elsewhere', 'INACTIVE')).toBe(list)
})

test('a restored project was taken for one whose REST API does not answer, for a moment', () => {
  const paused = { status: 'RESTORING', postgrestStatus: 'OFFLINE' } as const
  expect(moved(paused, 'ACTIVE_HEALTHY')).toEqual({
    status: 'ACTIVE_HEALTHY',
    postgrestStatus: null,
  })
  expect(moved(paused, 'RESTORING')).toBe(paused)
})

const operation = (id: string, created_at: string) => ({ id, created_at }) as Operation // all that is compared

test('a newer operation takes the place of an older one, never the other way round', () => {
  const older = operation('1', '2026-01-01T00:00:00Z')
  const newer = operation('2', '2026-01-02T00:00:00Z')
  expect(supersedes(newer, older)).toBe(true)
  expect(supersedes(older, newer)).toBe(false)
  expect(supersedes(older, { ...older })).toBe(true)
  expect(supersedes(older, null)).toBe(true)
})
