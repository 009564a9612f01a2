import { beganAs, isMeantToRun, type OperationDefinition } from './definition.ts'
import { running } from './up-steps.ts'

/** Deleting is soft: the project stops and disappears; its files stay until the purge. */
export const deleteProject: OperationDefinition = {
  kind: 'delete',
  action: 'delete',
  during: 'GOING_DOWN',
  succeeded: 'REMOVED',
  failed: 'ACTIVE_UNHEALTHY',
  undone: 'as before',
  cancelled: undefined,
  steps: [
    {
      name: 'stop',
      label: 'Stopping Postgres',
      async run({ engine, placement, updateProject, now }) {
        await engine.stop(placement.ref)
        await updateProject({ deleted_at: now })
      },
      async undo(context) {
        await context.updateProject({ deleted_at: null })
        if (isMeantToRun(beganAs(context.state))) await running(context)
      },
    },
  ],
}

/** After the days of grace: nothing of the project is left on the machine. */
export const purgeProject: OperationDefinition = {
  kind: 'purge',
  action: undefined,
  during: undefined,
  succeeded: 'REMOVED',
  failed: 'REMOVED',
  cancelled: undefined,
  removesProject: true,
  steps: [
    {
      name: 'destroy',
      label: 'Removing the files and the backups of the project',
      async run({ engine, placement }) {
        await engine.stop(placement.ref)
        // before the rest: it would put back what a restore that broke off has set aside
        await engine.archives.swapBack(placement.ref)
        await engine.destroy(placement.ref)
        await engine.archives.remove(placement.ref)
      },
    },
  ],
}
