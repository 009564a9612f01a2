import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { StoredStep } from '#app/db/schema.ts'
import { stepReport } from './step-report.ts'

const claim = { id: '1', claimant: 'me', attempt: 1 }
const stepOf = (): StoredStep => ({
  name: 'copy',
  status: 'running',
  started_at: null,
  finished_at: null,
})

function world(save: () => Promise<void> = async () => {}) {
  const saved: unknown[] = []
  const warn = vi.fn()
  const stored = stepOf()
  const deps = {
    operations: {
      saveSteps: async (_: unknown, steps: readonly StoredStep[]) => {
        saved.push(steps[0]?.work)
        await save()
      },
    },
    changed: async () => {},
    log: { warn },
  } as unknown as Parameters<typeof stepReport>[0] // what it asks of them
  return { saved, warn, reporter: stepReport(deps, claim, { steps: [stored], stored }) }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('it is written once a second, and not within the first', async () => {
  const { saved, reporter } = world()
  for (let ms = 0; ms <= 3500; ms += 100) {
    reporter.report(ms, 10_000)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(saved).toEqual([
    { done_bytes: 1000, total_bytes: 10_000 },
    { done_bytes: 2000, total_bytes: 10_000 },
    { done_bytes: 3000, total_bytes: 10_000 },
  ])
})

test('its end waits for what is being written, and one failure to write fails nothing', async () => {
  const writing = Promise.withResolvers<void>()
  const { warn, reporter } = world(() => writing.promise)
  await vi.advanceTimersByTimeAsync(1000)
  reporter.report(1, 2)
  let isOver = false
  const over = reporter[Symbol.asyncDispose]().then(() => (isOver = true))
  await vi.advanceTimersByTimeAsync(5000)
  expect(isOver).toBe(false)
  writing.reject(new Error('the control database is away'))
  await over
  expect(warn).toHaveBeenCalledOnce()
})
