import { env } from 'node:process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  copyName,
  create,
  type Lane,
  mark,
  power,
  RECIPES,
  remove,
  settle,
  VARIANTS,
} from '#test/crash-recipes.ts'
import { type CrashWorld, crashWorld, leftoversIn, processesIn } from '#test/crash-world.ts'
import type { OperationDefinition, Step } from './definition.ts'
import { DEFINITIONS } from './definitions.ts'

// The platform is killed (kill -9, by its parent) while an operation stands at each of its steps, and
// the next start has to bring it to its end. The rows are made from the definitions themselves.
//
// A few seconds of npm test have to do, so by default a step is cut off after it has done its work
// and before that was written down: the hardest moment, for it is done twice. Cut off before a step
// is what cut off after the one before leaves, but for its record. PLINTH_CRASH_MATRIX=full does both
// sides, and cancels and copies at every step.
const isFull = env['PLINTH_CRASH_MATRIX'] === 'full'
// as many as a platform runs at once: they are held at their steps, and one kill ends them all
const LANES = 4

type Cell = {
  readonly definition: OperationDefinition
  readonly step: string
  readonly at: 'before' | 'after' | 'undo'
  readonly variant?: keyof typeof VARIANTS
  readonly outcome: 'succeeded' | 'failed' | 'cancelled'
}

const takeable = (definition: OperationDefinition) =>
  definition.steps.filter(({ isFinal }) => !isFinal)

function cellsOf(definition: OperationDefinition): readonly Cell[] {
  const sides = isFull ? (['before', 'after'] as const) : (['after'] as const)
  const forward = definition.steps.flatMap(({ name: step }) =>
    sides.map((at) => ({ definition, step, at, outcome: 'succeeded' }) as const),
  )
  const cancelled = takeable(definition).slice(isFull ? 0 : -1)
  const cancelling = definition.cancelled === undefined ? [] : cancelled
  return [
    ...forward,
    ...cancelling.map(
      ({ name: step }) => ({ definition, step, at: 'after', outcome: 'cancelled' }) as const,
    ),
    ...backwards(definition),
  ]
}

/** A failure at the last step that can be taken back, cut off on the way back at each one before. */
function backwards(definition: OperationDefinition): readonly Cell[] {
  if (definition.undone === undefined) return []
  return takeable(definition)
    .filter(({ undo }: Step) => undo)
    .map(({ name: step }) => ({ definition, step, at: 'undo', outcome: 'failed' }))
}

function variants(): readonly Cell[] {
  const of = (kind: string) => DEFINITIONS.find((definition) => definition.kind === kind)
  const [creation, restore] = [of('create'), of('restore_backup')]
  if (!creation || !restore) return []
  const steps = ({ steps: all }: OperationDefinition, some: readonly string[]) =>
    all.map(({ name }) => name).filter((name) => isFull || some.includes(name))
  const as = { at: 'after', outcome: 'succeeded' } as const
  return [
    ...steps(creation, ['files', 'secure']).map(
      (step) => ({ ...as, definition: creation, step, variant: 'copy' }) as const,
    ),
    ...steps(restore, ['rebuild']).map(
      (step) => ({ ...as, definition: restore, step, variant: 'moment' }) as const,
    ),
  ]
}

// while one operation is worked on: the others are as they were
const only = env['PLINTH_CRASH_ONLY']
const CELLS = [...DEFINITIONS.flatMap(cellsOf), ...variants()].filter(
  ({ definition }) => only === undefined || definition.kind === only,
)
const ROUNDS = Math.ceil(CELLS.length / LANES)
/** Neighbours in the list are alike, so a round takes them from all over it. */
const roundOf = (round: number) =>
  Array.from({ length: LANES }, (_, lane) => CELLS[round + lane * ROUNDS]).filter(
    (cell) => cell !== undefined,
  )

const titleOf = ({ definition, step, at, variant, outcome }: Cell) =>
  `${variant ?? definition.kind}.${step} ${at}${outcome === 'succeeded' ? '' : ` (${outcome})`}`

function recipeOf({ definition, variant }: Cell) {
  const recipe = variant ? VARIANTS[variant] : RECIPES[definition.kind]
  if (!recipe) throw new Error(`No recipe says how to begin ${definition.kind}`)
  return recipe
}

const nameOf = (lane: number, round: number) => `Lane ${lane} of round ${round}`

/** Meant for one lane in one round: what brings a lane back before its next round is not touched. */
const faultsOf = (round: number) =>
  roundOf(round).flatMap(({ definition, step, at, variant }, lane) => {
    const name = variant === 'copy' ? copyName(nameOf(lane, round)) : nameOf(lane, round)
    const hold = `${definition.kind}.${step}:hold-${at}@${name}`
    const last = takeable(definition).at(-1)
    return at === 'undo' && last ? [`${definition.kind}.${last.name}:fail@${name}`, hold] : [hold]
  })

test('every operation has a recipe', () => {
  const missing = DEFINITIONS.filter(({ kind }) => !RECIPES[kind]).map(({ kind }) => kind)
  expect(missing).toEqual([])
})

describe('killed at every step, the next start finishes or undoes it', () => {
  let world: CrashWorld
  let lanes: readonly Lane[]
  const recoverMs: number[] = []

  beforeAll(async () => {
    world = await crashWorld()
    await world.start(faultsOf(0))
    const { slug } = await world.call('POST', '/v1/organizations', { name: 'Acme', plan: 'team' })
    lanes = Array.from({ length: LANES }, () => ({
      world,
      slug: String(slug),
      name: 'new',
      ref: '',
      port: 0,
      markers: [],
      backup: undefined,
      moment: 0,
      beforeUpgrade: [],
      source: undefined,
    }))
    await Promise.all(lanes.map(begunAnew))
  })
  afterAll(async () => {
    await world[Symbol.asyncDispose]()
    process.stdout.write(`crash matrix: ${CELLS.length} cells, ${summary(world.kills())}\n`)
  })

  function summary(kills: number) {
    const sorted = recoverMs.toSorted((a, b) => a - b)
    const [median, worst] = [sorted[Math.floor(sorted.length / 2)] ?? 0, sorted.at(-1) ?? 0]
    return `${kills} kills, finished or undone ${Math.round(median)} ms after the next start (median; worst ${Math.round(worst)} ms)`
  }

  async function cutOff(cell: Cell, lane: Lane, name: string) {
    const { prepare, begin } = recipeOf(cell)
    lane.name = name
    await world.call('PATCH', `/platform/projects/${lane.ref}`, { name })
    await mark(lane)
    await prepare?.(lane)
    await begin(lane)
    await world.untilHeld(cell.variant === 'copy' ? copyName(lane.name) : lane.name)
    if (cell.outcome !== 'cancelled') return
    const operation = await world.newest(lane.ref)
    await world.call('POST', `/platform/projects/${lane.ref}/operations/${operation?.id}/cancel`)
  }

  async function cameBack(cell: Cell, lane: Lane, since: number) {
    const recipe = recipeOf(cell)
    const wanted = {
      succeeded: recipe.succeeded,
      failed: recipe.undone,
      cancelled: recipe.cancelled,
    }
    const status = await world.settled(lane.ref)
    recoverMs.push(performance.now() - since)
    const operation = await world.newest(lane.ref)
    const what = `${titleOf(cell)}: ${operation?.error_message}\n${world.said()}`
    expect(status, what).toBe(wanted[cell.outcome])
    // one that ended with its project is gone with it
    if (operation) {
      const why = `${titleOf(cell)}: ${operation.error_message}`
      expect(operation.status, why).toBe(cell.outcome)
    }
    if (cell.outcome === 'succeeded' && recipe.holds) lane.markers = [...recipe.holds(lane)]
    await usableAgain(lane)
    const rows = await world.query(lane.ref, 'select n from marker order by n')
    const sorted = lane.markers.toSorted((a, b) => a - b)
    expect(rows, titleOf(cell)).toEqual(sorted.map((n) => ({ n })))
    const found = await world.project(lane.ref)
    expect(found?.port, 'copied connection strings go on working').toBe(lane.port)
  }

  /** By the way out that people have. */
  async function usableAgain(lane: Lane) {
    const status = await world.settled(lane.ref)
    if (lane.source !== undefined) return backFromCopy(lane, status)
    if (status === 'gone') return begunAnew(lane)
    if (status === 'REMOVED') await power('undelete')(lane)
    if (status === 'INACTIVE' || status === 'RESTORE_FAILED') await power('restore')(lane)
    if (status === 'PAUSE_FAILED') await power('restart')(lane)
    await settle(lane, 'ACTIVE_HEALTHY')
    if (lane.port === 0) await withTable(lane)
  }

  async function begunAnew(lane: Lane) {
    await create(lane)
    await settle(lane, 'ACTIVE_HEALTHY')
    await withTable(lane)
  }

  async function withTable(lane: Lane) {
    await world.query(lane.ref, 'create table if not exists marker (n int)')
    lane.port = (await world.project(lane.ref))?.port ?? 0
  }

  /** A copy that was made takes the place of its source. */
  async function backFromCopy(lane: Lane, status: string) {
    const source = lane.source ?? ''
    lane.source = undefined
    if (status === 'gone') lane.ref = source
    else {
      lane.backup = undefined
      await remove({ world, ref: source })
      lane.port = (await world.project(lane.ref))?.port ?? 0
    }
  }

  test.each(Array.from({ length: ROUNDS }, (_, round) => [titles(round), round] as const))(
    '%s',
    async (_, round) => {
      const each = (run: (cell: Cell, lane: Lane, name: string) => Promise<void>) =>
        Promise.all(
          roundOf(round).map((cell, index) => {
            const lane = lanes[index]
            if (!lane) throw new Error('A round has as many cells as there are lanes, at most')
            return run(cell, lane, nameOf(index, round))
          }),
        )
      await each(cutOff)
      await world.kill()
      await world.start(faultsOf(round + 1))
      const since = performance.now()
      await each((cell, lane) => cameBack(cell, lane, since))
      const running = lanes.flatMap(({ ref }) => [`${ref} postgres`, `${ref} rest`]).toSorted()
      await expect
        .poll(async () =>
          (await processesIn(world.dataDir)).map(({ ref, kind }) => `${ref} ${kind}`),
        )
        .toEqual(running)
      expect(await leftoversIn(world.dataDir)).toEqual([])
    },
  )
})

const titles = (round: number) => roundOf(round).map(titleOf).join(', ')
