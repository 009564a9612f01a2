import { PostgresEngine } from '@plinth/contract'
import { z } from 'zod'
import { type BackupReason, fullBackup } from './backup-steps.ts'
import { ClaimLost } from './claim.ts'
import type { OperationDefinition, Step, StepContext } from './definition.ts'
import { keepWhatStands, running, secureRoles, verify } from './up-steps.ts'

const Target = z.object({ target: PostgresEngine })
const targetOf = ({ input }: Pick<StepContext, 'input'>) => Target.parse(input).target

const From = z.object({ from: PostgresEngine.optional() })
/** Whether the new version is the project's for good. */
const isSettled = ({ state }: StepContext) => state['is_settled'] === true

/** Takes a step back, as long as there is a way back. */
const undoing =
  (undo: (context: StepContext) => Promise<unknown>) => async (context: StepContext) => {
    if (!isSettled(context)) await undo(context)
  }

/** The version it had: the project's row says the new one from the swap on. */
const fromOf = ({ state, placement }: StepContext) =>
  From.parse(state).from ?? placement.postgresEngine

const MB = 1024 * 1024
// indexes are built anew and sort on the disk meanwhile, and a server of its own writes a log
const ROOM = { factor: 1.3, atLeastBytes: 1536 * MB }

async function assertRoom({ engine, placement }: StepContext) {
  const { databaseBytes } = await engine.diskUsage(placement.ref)
  const needed = databaseBytes * ROOM.factor + ROOM.atLeastBytes
  const free = await engine.freeDiskBytes()
  if (free >= needed) return
  const inMb = (bytes: number) => `${Math.ceil(bytes / MB)} MB`
  throw new Error(
    `The upgrade needs ${inMb(needed)} of disk beside the project; ${inMb(free)} are free`,
  )
}

async function assertMovable(context: StepContext) {
  const placement = await running(context)
  const found = await context.engine.upgrades.obstacles(placement, targetOf(context))
  if (found.length > 0) throw new Error(`This stands in the way: ${found.join('. ')}`)
}

const REASON: BackupReason = 'upgrade'

const check: Step = {
  name: 'check',
  label: 'Checking what could stand in the way, and taking a backup first',
  async run(context) {
    await context.remember({ from: fromOf(context) })
    await keepWhatStands(context)
    await assertMovable(context)
    await assertRoom(context)
    await fullBackup(context, REASON)
  },
  // another try begins with a backup of what there is then
  undo: ({ remember }) => remember({ backup: null }),
}

const launch: Step = {
  name: 'launch',
  label: 'Starting an empty server of the new version',
  run: (context) => context.engine.upgrades.launch(context.placement, targetOf(context)),
  undo: undoing(({ engine, placement }) => engine.archives.swapBack(placement.ref)),
}

const detach: Step = {
  name: 'detach',
  label: 'Stopping it, its files stay',
  run: ({ engine, placement }) => engine.upgrades.detach(placement.ref),
}

const attach: Step = {
  name: 'attach',
  label: 'Taking the project offline, its files beside the new ones',
  run: ({ engine, placement }) => engine.stop(placement.ref),
  undo: undoing(async (context) => {
    await context.engine.stop(context.placement.ref)
    await running(context)
  }),
}

const move: Step = {
  name: 'move',
  label: 'Moving everything into the new version, and comparing it',
  async run(context) {
    const { engine, placement, now, signal, report: onProgress } = context
    // servers that only we can reach, left by a platform that was killed
    await engine.stop(placement.ref)
    await engine.upgrades.move(placement, { to: targetOf(context), now, signal, onProgress })
  },
  undo: undoing(({ engine, placement }) => engine.stop(placement.ref)),
}

const read: Step = {
  name: 'read',
  label: 'Reading all of the new files',
  run(context) {
    const { engine, placement, signal, report: onProgress } = context
    return engine.upgrades.check(placement, { to: targetOf(context), signal, onProgress })
  },
}

const swap: Step = {
  name: 'swap',
  label: 'Putting the new files in place of the old',
  async run(context) {
    const { engine, placement, updateProject } = context
    await engine.archives.swapIn(placement.ref)
    await updateProject({ postgres_engine: targetOf(context) })
  },
  undo: undoing(async (context) => {
    const { engine, placement, updateProject } = context
    await engine.stop(placement.ref)
    await engine.archives.swapBack(placement.ref)
    await updateProject({ postgres_engine: fromOf(context) })
  }),
}

const start: Step = {
  name: 'start',
  label: 'Starting the new version and setting its roles',
  async run(context) {
    await running(context)
    await secureRoles(context)
  },
  undo: undoing(({ engine, placement }) => engine.stop(placement.ref)),
}

const backup: Step = {
  name: 'backup',
  isFinal: true,
  label: 'Performing a full backup',
  async run(context) {
    const { engine, placement, now, remember, signal } = context
    // from here on there is no way back: people may write to it already
    await remember({ is_settled: true })
    await engine.archives.settle(placement.ref, `upgraded-${now.getTime()}`, now)
    try {
      await fullBackup(context, REASON, 'backup_after')
    } catch (error) {
      if (signal.aborted || error instanceof ClaimLost) throw error
      // the project is well and upgraded; housekeeping takes the backup that is missing
      await remember({ backup_failure: error instanceof Error ? error.message : String(error) })
    }
  },
}

/**
 * Another major version: everything is moved into a new cluster beside the project, compared, and put
 * in its place; the old one is kept. Its steps are the contract's `UPGRADE_STEPS`, one for one. A
 * failure at any of them leaves the project as it was.
 */
export const upgradeProject: OperationDefinition = {
  kind: 'upgrade',
  action: 'upgrade',
  during: 'UPGRADING',
  succeeded: 'ACTIVE_HEALTHY',
  failed: 'ACTIVE_UNHEALTHY',
  undone: 'as before',
  cancelled: 'as before',
  steps: [check, launch, detach, attach, move, read, swap, start, verify, backup],
}
