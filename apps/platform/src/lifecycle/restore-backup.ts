import { PostgresEngine } from '@plinth/contract'
import { z } from 'zod'
import { replacedAt, running, secureRoles, verify } from './up-steps.ts'
import { beganAs, type OperationDefinition, type Step, type StepContext } from './definition.ts'

/** What is to be brought back: a backup by name, or a moment. */
const Source = z.object({
  source_ref: z.string().optional(),
  name: z.string().optional(),
  moment: z.iso.datetime().optional(),
})

function sourceOf({ input, project }: StepContext) {
  const { source_ref: sourceRef, name, moment } = Source.parse(input)
  return {
    sourceRef: sourceRef ?? project.ref,
    name,
    moment: moment === undefined ? undefined : new Date(moment),
  }
}

const Versions = z.object({ from: PostgresEngine.optional(), to: PostgresEngine.optional() })
const versionsOf = ({ state }: StepContext) => Versions.parse(state)

/** Does this with the project as it was; one that was not well before may fail at it, one that was paused is left. */
async function asItWas(
  { state }: Pick<StepContext, 'state'>,
  run: () => Promise<unknown>,
): Promise<void> {
  const status = beganAs(state)
  if (status === 'INACTIVE') return
  try {
    await run()
  } catch (error) {
    // one that cannot start has nothing to add to its archive, and its files are kept either way
    if (status === 'ACTIVE_HEALTHY') throw error
  }
}

const safety: Step = {
  name: 'safety',
  label: 'Keeping what the database holds now',
  async run(context) {
    const { engine, placement, now } = context
    // of a restore that could not be taken back: not what this one would go back to
    await engine.archives.settle(placement.ref, replacedAt(now), now)
    await asItWas(context, async () => engine.archives.archiveNow(await running(context)))
  },
}

const rebuild: Step = {
  name: 'rebuild',
  label: 'Rebuilding the database beside the present one',
  async run(context) {
    const { engine, placement, signal, remember, report: onProgress } = context
    const wanted = { ...sourceOf(context), signal, onProgress }
    const to = await engine.archives.stage(placement, wanted)
    // a backup from before an upgrade brings the version back that it was made of
    const from = versionsOf(context).from ?? placement.postgresEngine
    await remember({ from, to })
  },
  undo: async ({ engine, placement }) => void (await engine.archives.swapBack(placement.ref)),
}

const Replaced = z.object({ replaced_at: z.coerce.date().nullish() })

/**
 * Notes until when the project held what is replaced now, with a commit after it: recovery up to a
 * moment ends only at one, and a project at rest makes none by itself.
 */
async function noteEnd(context: StepContext) {
  const { engine, state, remember } = context
  // repeated after a crash: what runs by now may be what took its place
  if (Replaced.parse(state).replaced_at) return
  await asItWas(context, async () => {
    const at = await engine.archives.archiveNow(await running(context))
    await remember({ replaced_at: at.toISOString() })
  })
}

const swap: Step = {
  name: 'swap',
  label: 'Putting the rebuilt database in place',
  async run(context) {
    const { engine, placement, updateProject } = context
    await noteEnd(context)
    await engine.stop(placement.ref)
    await engine.archives.swapIn(placement.ref)
    await updateProject({ postgres_engine: versionsOf(context).to ?? placement.postgresEngine })
  },
  async undo(context) {
    const { engine, placement, updateProject, remember } = context
    await remember({ replaced_at: null })
    await engine.stop(placement.ref)
    await engine.archives.swapBack(placement.ref)
    const postgresEngine = versionsOf(context).from ?? placement.postgresEngine
    await updateProject({ postgres_engine: postgresEngine })
    await asItWas(context, () =>
      running({ ...context, placement: { ...placement, postgresEngine } }),
    )
  },
}

const start: Step = {
  name: 'start',
  label: 'Starting Postgres and setting its roles',
  async run(context) {
    await running(context)
    await secureRoles(context)
  },
}

export const settle: Step = {
  name: 'settle',
  isFinal: true,
  label: 'Keeping the replaced database for some days',
  run: ({ engine, placement, now, state }) =>
    engine.archives.settle(
      placement.ref,
      replacedAt(now),
      Replaced.parse(state).replaced_at ?? now,
    ),
}

/**
 * A backup or a moment takes the place of what the project holds: built beside it, swapped in, the
 * old one kept. A failure at any step leaves the project as it was.
 */
export const restoreBackup: OperationDefinition = {
  kind: 'restore_backup',
  action: 'restoreBackup',
  during: 'RESTORING',
  succeeded: 'ACTIVE_HEALTHY',
  failed: 'RESTORE_FAILED',
  // taken back, and said so: the project has what it had
  undone: 'RESTORE_FAILED',
  cancelled: 'as before',
  steps: [safety, rebuild, swap, start, verify, settle],
}

/** A new project with the data of another one. */
export const copyStep: Step = {
  name: 'files',
  label: 'Copying the files of the database',
  async run(context) {
    const { engine, placement, signal, report: onProgress } = context
    if (Source.parse(context.input).source_ref === undefined) return engine.provision(placement)
    await engine.archives.stage(placement, { ...sourceOf(context), signal, onProgress })
    await engine.archives.swapIn(placement.ref)
  },
  async undo({ engine, placement }) {
    await engine.destroy(placement.ref)
    await engine.archives.swapBack(placement.ref)
    await engine.archives.remove(placement.ref)
  },
}
