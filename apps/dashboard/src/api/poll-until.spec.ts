import { QueryClient, QueryObserver, environmentManager } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type PollPlan, pollBy, pollUntil } from './poll-until.ts'

const SECOND = 1000

beforeEach(() => {
  vi.useFakeTimers({ now: 0 })
  // without a window the observer takes this for a server and sets no timers
  environmentManager.setIsServer(() => false)
})
afterEach(() => vi.useRealTimers())

/** When the plan asks, in ms, of a platform whose answer changes at `doneAtMs`. */
async function asked(plan: PollPlan<string>, { doneAtMs, untilMs }: Record<string, number>) {
  const queries = new QueryClient()
  const times: number[] = []
  queries.setQueryData(['status'], 'known before')
  const observer = new QueryObserver<string>(queries, {
    queryKey: ['status'],
    queryFn: () => {
      times.push(Date.now())
      return Date.now() >= (doneAtMs ?? 0) ? 'done' : 'under way'
    },
    refetchOnMount: false,
    refetchIntervalInBackground: true,
    refetchInterval: pollBy(plan, Date.now()),
  })
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(untilMs ?? 0)
  stop()
  return times
}

const isDone = (status: string) => status === 'done'

test('a page that begins late asks at 4, 6 and 8 seconds, and no more once it is done', async () => {
  const plan = { firstMs: 4 * SECOND, everyMs: 2 * SECOND, isDone }
  expect(await asked(plan, { doneAtMs: 8000, untilMs: 20_000 })).toEqual([4000, 6000, 8000])
})

test('what was known before the page came up is no answer', async () => {
  const plan = { firstMs: 4 * SECOND, everyMs: 4 * SECOND, isDone: () => true }
  expect(await asked(plan, { untilMs: 12_000 })).toEqual([4000])
})

test('the stop condition decides between the interval and none', () => {
  const poll = pollUntil(isDone, 4 * SECOND)
  const at = (data: string | undefined) => poll({ state: { data } })
  expect([at(undefined), at('under way'), at('done')]).toEqual([4000, 4000, false])
})
