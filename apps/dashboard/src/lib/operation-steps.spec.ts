import type { Operation } from '@plinth/contract'
import { expect, test } from 'vitest'
import { elapsedMs, stepsOf, workOf } from './operation-steps.ts'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

const operation: Operation = {
  id: '1',
  project_ref: 'a',
  kind: 'create',
  status: 'failed',
  steps: [
    {
      name: 'copy',
      label: 'Copying',
      status: 'succeeded',
      started_at: at(0),
      finished_at: at(2),
      work: null,
    },
    {
      name: 'start',
      label: 'Starting',
      status: 'failed',
      started_at: at(2),
      finished_at: at(5),
      work: null,
    },
    {
      name: 'verify',
      label: 'Checking',
      status: 'pending',
      started_at: null,
      finished_at: null,
      work: null,
    },
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

const GB = 1024 ** 3
const started = at(0)

test.each([
  [1, 2.5, { percent: 25, text: '2.5 GB of 10 GB' }],
  [10, 0.01, { percent: 0.1, text: '10.2 MB of 10 GB' }],
  [10, 4, { percent: 40, text: '4 GB of 10 GB, less than a minute left' }],
  [60, 2.5, { percent: 25, text: '2.5 GB of 10 GB, about 3 min left' }],
  [3600, 2.5, { percent: 25, text: '2.5 GB of 10 GB, about 3 h left' }],
  [1800, 1, { percent: 10, text: '1 GB of 10 GB, about 4 h 30 min left' }],
  [60, 10, { percent: 100, text: '10 GB of 10 GB' }],
])('after %i s with %f GB done a step says how far it is, and guesses late', (second, gb, said) => {
  const work = { done_bytes: gb * GB, total_bytes: 10 * GB }
  const step = { name: 'copy', label: 'Copying', status: 'running', finished_at: null } as const
  const now = Date.parse(at(second))
  const found = workOf({ ...step, started_at: started, work }, now)
  expect(found).toEqual({ ...said, percent: expect.closeTo(said.percent) })
  expect(workOf({ ...step, started_at: started, work: null }, now)).toBeUndefined()
  expect(workOf({ ...step, status: 'succeeded', started_at: started, work }, now)).toBeUndefined()
})
