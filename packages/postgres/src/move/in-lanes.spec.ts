import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inLanes } from './in-lanes.ts'

function lanes(work: (item: number, limit: AbortSignal) => Promise<number>) {
  const seen = { open: 0, closed: 0 }
  const open = () => {
    seen.open += 1
    return { work, [Symbol.asyncDispose]: async () => void (seen.closed += 1) }
  }
  return { open, seen }
}
const ITEMS = Array.from({ length: 20 }, (_, index) => index)

test('every item once, answers in order, and what was opened is closed', async () => {
  const { open, seen } = lanes(async (item) => {
    await sleep(item % 3)
    return item * 2
  })
  expect(await inLanes(ITEMS, { open })).toEqual(ITEMS.map((item) => item * 2))
  expect(seen.open).toBeGreaterThan(1)
  expect(seen.closed).toBe(seen.open)
})

test('the first failure is the reason, and the others are told to end', async () => {
  const ended: number[] = []
  const { open, seen } = lanes(async (item, limit) => {
    if (item === 1) throw new Error('the second')
    await sleep(10_000, undefined, { signal: limit }).catch(() => ended.push(item))
    throw new Error('because of another')
  })
  await expect(inLanes(ITEMS, { open })).rejects.toThrow('the second')
  expect(ended.length).toBe(seen.open - 1)
  expect(seen.closed).toBe(seen.open)
})

test('a cancellation is told as one', async () => {
  const cancel = new AbortController()
  const { open } = lanes(async (item) => {
    if (item === 2) cancel.abort(new Error('somebody cancelled'))
    return item
  })
  await expect(inLanes(ITEMS, { open, signal: cancel.signal })).rejects.toThrow(
    'somebody cancelled',
  )
})
