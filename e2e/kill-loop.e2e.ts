import { expect, test } from '@playwright/test'
import { killLoop, randomOf } from './kill-loop.ts'

const CYCLES = 4
const SEED = 3

// more of them, at other moments: node bench/kill-loop.ts --cycles 50
test('servers and platforms are killed at random, and no acknowledged commit is lost', async () => {
  const cycles = await killLoop({ cycles: CYCLES, random: randomOf(SEED) })
  expect(cycles).toHaveLength(CYCLES)
})
