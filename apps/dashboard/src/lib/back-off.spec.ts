import { expect, test } from 'vitest'
import { FIRST_WAIT_MS, nextWait } from './back-off.ts'

const waits = (random: number) => {
  const all = [FIRST_WAIT_MS]
  while (all.length < 8) all.push(nextWait(all.at(-1) ?? 0, random))
  return all
}

test('waits grow to half a minute and stay there', () => {
  expect(waits(1)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

test('two browsers do not come back at once', () => {
  expect(nextWait(4000, 0)).toBe(6000)
  expect(nextWait(4000, 1)).toBe(8000)
})
