import { expect, test } from 'vitest'
import { steadiness } from './steadiness.ts'

const MINUTE_MS = 60_000

type Case = { readonly crashes: readonly number[]; readonly lookAt: number }

/** A server that crashes at these minutes and is up again at once; says when it is looked at. */
function keepsCrashing({ crashes, lookAt }: Case): boolean {
  let minute = 0
  const steady = steadiness(() => minute * MINUTE_MS)
  steady.up()
  for (minute of crashes) {
    steady.crashed()
    steady.up()
  }
  minute = lookAt
  return steady.keepsCrashing()
}

test.each<[string, Case, boolean]>([
  ['a single crash is no habit', { crashes: [1], lookAt: 1 }, false],
  ['nor is one a day', { crashes: [0, 1440, 2880, 4320], lookAt: 4320 }, false],
  ['nor are two at once', { crashes: [1, 1], lookAt: 1 }, false],
  ['three within minutes are', { crashes: [1, 2, 4], lookAt: 4 }, true],
  ['three of which the first was long ago are not', { crashes: [1, 5, 6], lookAt: 6 }, false],
  ['it takes five minutes without one to be believed', { crashes: [1, 2, 3], lookAt: 7.9 }, true],
  ['and then it is', { crashes: [1, 2, 3], lookAt: 8 }, false],
  ['one more begins the wait anew', { crashes: [1, 2, 3, 7], lookAt: 11 }, true],
  ['believed again, a single one is a single one', { crashes: [1, 2, 3, 20], lookAt: 20 }, false],
])('%s', (_, history, expected) => {
  expect(keepsCrashing(history)).toBe(expected)
})

test('the time that it was down is no time without a crash', () => {
  let now = 0
  const steady = steadiness(() => now)
  for (let crash = 0; crash < 3; crash += 1) steady.crashed()
  now += 10 * MINUTE_MS
  expect(steady.keepsCrashing()).toBe(true)
  steady.up()
  expect(steady.keepsCrashing()).toBe(true)
  now += 5 * MINUTE_MS
  expect(steady.keepsCrashing()).toBe(false)
})
