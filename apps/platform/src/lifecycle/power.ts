import { running, startAsItStands, verify } from './up-steps.ts'
import type { OperationDefinition, Step } from './definition.ts'

const stop: Step = {
  name: 'stop',
  label: 'Writing everything to disk and stopping Postgres',
  run: ({ engine, placement, input }) =>
    engine.stop(placement.ref, { keepFunctions: input['scope'] === 'database' }),
}

const start: Step = {
  name: 'start',
  label: 'Starting Postgres',
  run: async (context) => void (await running(context)),
}

/** Out and in again: parameters are read anew and every connection ends. */
export const restartProject: OperationDefinition = {
  kind: 'restart',
  action: 'restart',
  during: 'RESTARTING',
  succeeded: 'ACTIVE_HEALTHY',
  failed: 'ACTIVE_UNHEALTHY',
  cancelled: undefined,
  steps: [stop, start, verify],
}

/** Brings a deleted project back within its days of grace. */
export const undeleteProject: OperationDefinition = {
  kind: 'undelete',
  action: 'undelete',
  during: 'RESTORING',
  succeeded: 'ACTIVE_HEALTHY',
  failed: 'RESTORE_FAILED',
  cancelled: undefined,
  steps: [
    {
      name: 'reappear',
      label: 'Putting it back in its organization',
      run: ({ updateProject }) => updateProject({ deleted_at: null }),
    },
    startAsItStands,
    verify,
  ],
}
