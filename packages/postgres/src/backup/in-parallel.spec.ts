import { expect, test } from 'vitest'
import { inParallel } from './in-parallel.ts'

const soon = () => new Promise((resolve) => setImmediate(resolve))

test('every item once, answers in order, a few at a time', async () => {
  let running = 0
  let most = 0
  const items = Array.from({ length: 50 }, (_, index) => index)
  const doubled = await inParallel(items, async (item) => {
    running += 1
    most = Math.max(most, running)
    for (let turn = 0; turn <= item % 3; turn++) await soon()
    running -= 1
    return item * 2
  })
  expect(doubled).toEqual(items.map((item) => item * 2))
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThan(items.length)
})

test('a failure is the answer, and nothing runs on behind it', async () => {
  let running = 0
  let begun = 0
  const items = Array.from({ length: 100 }, (_, index) => index)
  const failing = inParallel(items, async (item) => {
    begun += 1
    running += 1
    await soon()
    running -= 1
    if (item === 3) throw new Error('the fourth')
  })
  await expect(failing).rejects.toThrow('the fourth')
  expect(running).toBe(0)
  expect(begun).toBeLessThan(items.length)
})
