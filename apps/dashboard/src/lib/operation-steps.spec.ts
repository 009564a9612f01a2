import type { Operation } from '@plinth/contract'
import { expect, test } from 'vitest'
import { elapsedMs, stepsOf } from './operation-steps.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

const operation: Operation = {
  id: '1',
  project_ref: 'a',
  kind: 'create',
  status: 'failed',
  steps: [
    { name: 'copy', label: 'Copying', status: 'succeeded', started_at: at(0), finished_at: at(2) },
    { name: 'start', label: 'Starting', status: 'failed', started_at: at(2), finished_at: at(5) },
    { name: 'verify', label: 'Checking', status: 'pending', started_at: null, finished_at: null },
  ],
  progress: 0.3,
  attempts: 1,
  error: { message: 'No space left', log: [] },
  requested_by: null,
  created_at: at(0),
  started_at: at(0),
  finished_at: at(5),
  can_retry: true,
  can_cancel: false,
}

test('each step says how it stands and how long it took; the failed one says why', () => {
  expect(stepsOf(operation, Date.parse(at(60)))).toEqual([
    { id: 'copy', label: 'Copying', state: 'done', time: '2.0 s' },
    { id: 'start', label: 'Starting', state: 'failed', time: '3.0 s', detail: 'No space left' },
    { id: 'verify', label: 'Checking', state: 'pending' },
  ])
})

test('a running step counts by the clock, and never from the future', () => {
  const running = {
    ...operation,
    steps: [{ ...operation.steps[0], status: 'running', finished_at: null }],
  } as Operation // one step of the above, still running
  expect(stepsOf(running, Date.parse(at(12)))[0]?.time).toBe('12 s')
  expect(stepsOf(running, Date.parse(at(0)) - 900)[0]?.time).toBe('0 ms')
})

test('the whole is counted until it ended', () => {
  expect(elapsedMs(operation, Date.parse(at(60)))).toBe(5000)
  expect(elapsedMs({ ...operation, finished_at: null }, Date.parse(at(60)))).toBe(60_000)
})
