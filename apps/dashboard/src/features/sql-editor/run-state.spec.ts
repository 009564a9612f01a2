import { expect, test } from 'vitest'
import {
  IDLE,
  nextRuns,
  nextRunState,
  type RunEvent,
  type Runs,
  type RunState,
} from './run-state.ts'

const sent = (runId: number) => ({
  sql: 'select 1',
  offset: 0,
  runId,
  rowLimit: 100,
  startedMs: 1000,
})
const RESULT = { statements: [], notices: [], error: null }
const running: RunState = { kind: 'running', sent: sent(1), before: null }
const answered: RunState = { kind: 'answered', sent: sent(1), result: RESULT, elapsedMs: 500 }

const run = (runId: number): RunEvent => ({ type: 'run', sent: sent(runId) })
const cancel: RunEvent = { type: 'cancel', runId: 1, nowMs: 1500 }
const answer: RunEvent = { type: 'answer', runId: 1, nowMs: 1500, result: RESULT }
const failure = { title: 'Failed to execute SQL.', message: 'gone' }
const fail: RunEvent = { type: 'fail', runId: 1, nowMs: 1500, failure }

test.each<[string, RunState, RunEvent, RunState]>([
  ['idle runs', IDLE, run(1), running],
  ['a run is answered', running, answer, answered],
  ['a run is cancelled', running, cancel, { kind: 'cancelled', sent: sent(1), elapsedMs: 500 }],
  ['a call fails', running, fail, { kind: 'failed', sent: sent(1), elapsedMs: 500, failure }],
  [
    'results stay while the next run goes on',
    answered,
    run(2),
    {
      kind: 'running',
      sent: sent(2),
      before: answered,
    },
  ],
  ['results are put away', answered, { type: 'clear' }, IDLE],
])('%s', (...[, state, event, expected]) => {
  expect(nextRunState(state, event)).toEqual(expected)
})

test.each<[string, RunState, RunEvent]>([
  ['a second run while one goes on', running, run(2)],
  ['the answer of an older run', { kind: 'running', sent: sent(2), before: null }, answer],
  ['an answer that lost against the cancel', nextRunState(running, cancel), answer],
  ['a cancel after the answer', answered, cancel],
  ['putting away what still runs', running, { type: 'clear' }],
])('%s changes nothing', (_name, state, event) => {
  expect(nextRunState(state, event)).toBe(state)
})

test('the results of the last few queries are kept, and every run that goes on', () => {
  const events = [1, 2, 3, 4, 5, 6, 7].flatMap((id) => [
    { docId: `doc ${id}`, event: run(id) },
    // the first one never answers
    { docId: `doc ${id}`, event: { ...answer, runId: id === 1 ? 0 : id } },
  ])
  const kinds = [...events.reduce<Runs>(nextRuns, new Map())].map(([id, { kind }]) => [id, kind])
  expect(kinds).toEqual([
    ['doc 1', 'running'],
    ['doc 3', 'answered'],
    ['doc 4', 'answered'],
    ['doc 5', 'answered'],
    ['doc 6', 'answered'],
    ['doc 7', 'answered'],
  ])
})
