import { expect, test } from 'vitest'
import { type Run, type RunnerDeps, runSteps, StepFailed } from './run-steps.ts'

test('a control database that is away between two steps is no failure of the next one', async () => {
  const saved: string[] = []
  const away = new Error('the control database is away')
  const deps = {
    clock: () => new Date(0),
    changed: async () => {},
    operations: {
      saveSteps: async (_: unknown, steps: readonly { status: string }[]) =>
        void saved.push(steps.map(({ status }) => status).join()),
    },
    projects: { byId: () => Promise.reject(away) },
  } as unknown as RunnerDeps // all that is asked before a step begins
  const step = { name: 'only', label: 'Only', run: () => Promise.reject(new Error('never begun')) }
  const run = {
    claim: { id: '1', claimant: 'me', attempt: 1 },
    operation: { project_id: '1', state: {}, steps: [{ name: 'only', status: 'pending' }] },
    definition: { kind: 'restart', steps: [step] },
  } as unknown as Run // what of it is read

  const failure = await runSteps(deps, run, new AbortController().signal).catch(
    (error: unknown) => error,
  )
  expect(failure).toBe(away)
  expect(failure).not.toBeInstanceOf(StepFailed)
  expect(saved, 'nothing says that it failed').toEqual(['running'])
})
