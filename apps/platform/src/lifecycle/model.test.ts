import { isTransitional, OperationKind, projectCan, type ProjectStatus } from '@plinth/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Begun,
  type Course,
  courseOf,
  ended,
  type Model,
  type Outcome,
  type Plan,
} from '#test/lifecycle-model.ts'
import { type LifecycleWorld, lifecycleWorld, type Subject } from '#test/lifecycle-world.ts'
import { definitionOf, DEFINITIONS } from './definitions.ts'

// Random lives of a project: operations that succeed, fail, cannot be taken back, are cancelled, cut
// off by the end of the platform, and retried. After each the project stands where the table of
// definitions says, with the data and the size it should have, and nothing is left on its way.
// SEED and RUNS make it another walk, or a longer one.
const SEED = Number(process.env['SEED'] ?? 20_261_121)
const RUNS = Number(process.env['RUNS'] ?? 50)
const COMMANDS = 20

let world: LifecycleWorld
beforeAll(async () => {
  world = await lifecycleWorld()
})
afterAll(() => world[Symbol.asyncDispose]())

type Command = fc.AsyncCommand<Model, Subject>

/** Everything that can be looked at from outside is as the model has it. */
async function agree(model: Model, subject: Subject) {
  const row = await subject.row()
  expect(row?.status ?? 'gone').toBe(model.status)
  if (!row) return
  const newest = await subject.newest()
  const isLive = newest?.status === 'queued' || newest?.status === 'running'
  expect(isLive, 'an operation was left').toBe(false)
  // the type knows it by now, but what is checked is the row
  expect(isTransitional(row.status as ProjectStatus), row.status).toBe(false)
  if (model.size !== undefined) expect(row.instance_size).toBe(model.size)
  if (model.data !== undefined) expect(world.servers.dataOf(row.ref)).toBe(model.data)
}

/** Nothing else can be begun, and the project is where the operation has put it. */
async function whileHeld(model: Model, subject: Subject, kind: string) {
  const row = await subject.row()
  expect(row?.status).toBe(definitionOf(kind).during ?? model.status)
  if (!row) return
  const another = subject.lifecycle().begin(row, { kind: 'restart', requestedBy: null })
  await expect(another).rejects.toMatchObject({
    code: expect.stringMatching(/^(WRONG_PROJECT_STATUS|OPERATION_CONFLICT)$/),
  })
}

/** Follows an operation through what was planned for it; answers with how it has ended. */
async function follow(
  model: Model,
  subject: Subject,
  { id, kind, course, plan }: { id: string; kind: string; course: Course; plan: Plan },
): Promise<Outcome> {
  const { mayCancel, outcome } = course
  const cancel = async () => {
    const operation = await subject.lifecycle().operations.byId(id)
    if (operation) await subject.lifecycle().cancel(operation)
  }
  // it may have gone too far by then
  if (plan.how === 'cancel at once') await cancel().catch(() => undefined)
  let end = await subject.settled(id)
  if (end === 'held') {
    await whileHeld(model, subject, kind)
    if (plan.how === 'cancel and crash') {
      if (mayCancel) await cancel()
      else await expect(cancel()).rejects.toMatchObject({ code: 'OPERATION_NOT_CANCELLABLE' })
    }
    await subject.crash()
    end = await subject.settled(id)
  }
  if (end === 'held') throw new Error('It was freed by the crash')
  if (outcome === undefined) {
    if (end === 'gone') return definitionOf(kind).cancelRemovesProject ? 'cancelled' : 'succeeded'
    return OUTCOMES[end.status as keyof typeof OUTCOMES] // how an operation can end
  }
  if (end !== 'gone') {
    const said = outcome === 'taken back' ? 'failed' : outcome
    expect(`${kind} ${end.status}`).toBe(`${kind} ${said}`)
  }
  return outcome
}

const OUTCOMES = { succeeded: 'succeeded', cancelled: 'cancelled', failed: 'failed' } as const

const inputOf = (begun: Begun, ref: string) =>
  begun.kind === 'rotate_jwt_secret'
    ? { sealed_secret: world.secrets.seal('another', `project ${ref}`).toString('base64') }
    : begun.input

function begin(kind: OperationKind, plan: Plan, label: number): Command {
  const definition = definitionOf(kind)
  const { action } = definition
  return {
    // what was never made has nothing to come back to; a purge follows a deletion only
    check: ({ status, wasMade }) =>
      status !== 'gone' &&
      (action !== undefined || status === 'REMOVED') &&
      (kind !== 'undelete' || wasMade),
    async run(model, subject) {
      const row = await subject.row()
      if (!row || model.status === 'gone') throw new Error('It is not gone')
      const input = {
        ...(kind === 'restore_backup' && { name: `backup ${label}` }),
        ...(kind === 'upgrade' && { target: '18' }),
        ...(kind === 'resize' && { size: label % 2 ? 'small' : 'micro' }),
      }
      const begun: Begun = { kind, began: model.status, input, done: 0 }
      const begin = () =>
        subject.lifecycle().begin(row, { kind, input: inputOf(begun, row.ref), requestedBy: null })
      if (action && !projectCan(action, model.status)) {
        await expect(begin()).rejects.toMatchObject({ code: 'WRONG_PROJECT_STATUS' })
        return
      }
      const course = courseOf(definition, plan)
      subject.plant(...course.faults)
      const outcome = await follow(model, subject, { id: await begin(), kind, course, plan })
      const { done } = course
      Object.assign(model, ended(model, definition, { begun: { ...begun, done }, outcome }))
      await agree(model, subject)
    },
    toString: () => `${kind}: ${JSON.stringify(plan)}`,
  }
}

const retry = (plan: Plan): Command => ({
  check: ({ status }) => status !== 'gone',
  async run(model, subject) {
    const operation = await subject.newest()
    if (!operation) throw new Error('Its creation is one')
    if (!model.newest.hasFailed) {
      const refused = subject.lifecycle().retry(operation)
      await expect(refused).rejects.toMatchObject({ code: 'OPERATION_NOT_RETRYABLE' })
      return
    }
    const { hasFailed: _hasFailed, ...begun } = model.newest
    const definition = definitionOf(begun.kind)
    const course = courseOf(definition, plan, begun.done)
    subject.plant(...course.faults)
    await subject.lifecycle().retry(operation)
    const { id } = operation
    const outcome = await follow(model, subject, { id, kind: begun.kind, course, plan })
    const { done } = course
    Object.assign(model, ended(model, definition, { begun: { ...begun, done }, outcome }))
    await agree(model, subject)
  },
  toString: () => `retry: ${JSON.stringify(plan)}`,
})

/** The reconciler's round: what should run runs and is well, and what should not does not. */
const look: Command = {
  check: () => true,
  async run(model, subject) {
    subject.plant()
    await subject.look()
    if (model.status === 'ACTIVE_UNHEALTHY') model.status = 'ACTIVE_HEALTHY'
    await agree(model, subject)
    const row = await subject.row()
    const runs = row !== undefined && world.servers.isRunning(row.ref)
    if (model.status === 'ACTIVE_HEALTHY') expect(runs).toBe(true)
    if (['INACTIVE', 'REMOVED', 'gone'].includes(model.status)) expect(runs).toBe(false)
  },
  toString: () => 'look',
}

const number = fc.nat({ max: 5 })
const when = fc.constantFrom('before', 'after')
const simplePlan = fc.oneof(
  fc.record({ how: fc.constant('succeed') }),
  fc.record({ how: fc.constant('fail'), at: number }),
) satisfies fc.Arbitrary<Plan>
const anyPlan: fc.Arbitrary<Plan> = fc.oneof(
  simplePlan,
  fc.record({ how: fc.constant('cancel at once'), undo: fc.option(number, { nil: undefined }) }),
  fc.record({
    how: fc.constantFrom('fail both ways', 'crash on the way back'),
    at: number,
    undo: number,
  }),
  fc.record({ how: fc.constantFrom('crash', 'cancel and crash'), at: number, when }),
)
const kinds = DEFINITIONS.map(({ kind }) => OperationKind.parse(kind)).filter(
  (kind) => kind !== 'create',
)
const anyBegin = fc
  .tuple(fc.constantFrom(...kinds), anyPlan, number)
  .map(([kind, plan, label]) => begin(kind, plan, label))
const commands = fc.commands(
  // half of what fails is tried again at once
  [anyBegin, anyBegin, simplePlan.map(retry), simplePlan.map(retry), fc.constant(look)],
  { maxCommands: COMMANDS, size: 'max' },
)

async function born(plan: Plan): Promise<{ model: Model; real: Subject }> {
  const subject = await world.project()
  const definition = definitionOf('create')
  const begun: Begun = { kind: 'create', began: undefined, input: {}, done: 0 }
  const unborn: Model = {
    status: 'COMING_UP',
    data: undefined,
    size: 'micro',
    wasMade: false,
    newest: { ...begun, hasFailed: false },
  }
  const course = courseOf(definition, plan)
  subject.plant(...course.faults)
  const id = await subject.create()
  const outcome = await follow(unborn, subject, { id, kind: 'create', course, plan })
  const { done } = course
  const model = ended(unborn, definition, { begun: { ...begun, done }, outcome })
  await agree(model, subject)
  return { model, real: subject }
}

test('a round of the reconciler does not wait for an operation that takes long', async () => {
  const { real } = await born({ how: 'succeed' })
  const row = await real.row()
  if (!row) throw new Error('It was made')
  real.plant('backup.backup:hold-before')
  const id = await real.lifecycle().begin(row, { kind: 'backup', requestedBy: null })
  expect(await real.settled(id)).toBe('held')
  // what is held is never over: a round that waited for it would not be either
  await real.look()
  // what is held is waited for in vain
  void real.end()
})

test(`no sequence of operations leaves a project stuck or lost (seed ${SEED})`, async () => {
  const life = fc.asyncProperty(anyPlan, commands, async (plan, following) => {
    const { model, real } = await born(plan)
    try {
      await fc.asyncModelRun(() => ({ model, real }), following)
    } finally {
      await real.end()
    }
  })
  await fc.assert(life, { seed: SEED, numRuns: RUNS, endOnFailure: true })
})
