import { parseArgs } from 'node:util'
import { killLoop, randomOf } from '../e2e/kill-loop.ts'
import { median } from './lib.ts'

// node bench/kill-loop.ts --cycles 50 [--seed 1]
const { values } = parseArgs({
  options: { cycles: { type: 'string', default: '30' }, seed: { type: 'string' } },
})
const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31))
console.log(`seed ${seed}`)

const done = await killLoop({
  cycles: Number(values.cycles),
  random: randomOf(seed),
  onCycle: ({ victim, recoveredMs, acknowledged }, number) =>
    console.log(
      `${String(number).padStart(4)}  ${victim.padEnd(20)} back after ${Math.round(recoveredMs)} ms, ${acknowledged} transfers so far`,
    ),
})

for (const victim of new Set(done.map((cycle) => cycle.victim))) {
  const times = done.filter((cycle) => cycle.victim === victim).map((cycle) => cycle.recoveredMs)
  const worst = Math.round(Math.max(...times))
  console.log(
    `${victim}: ${times.length}, median ${Math.round(median(times))} ms, worst ${worst} ms`,
  )
}
console.log(
  `${done.length} kills, ${done.at(-1)?.acknowledged ?? 0} acknowledged transfers, none lost, the sum holds`,
)
