import { backupStep, finalBackup } from './backup-steps.ts'
import { running, startAsItWas, verify } from './up-steps.ts'
import type { OperationDefinition } from './definition.ts'

export const backupProject: OperationDefinition = {
  kind: 'backup',
  action: 'backup',
  // the project goes on as it is
  during: undefined,
  succeeded: 'ACTIVE_HEALTHY',
  failed: 'ACTIVE_HEALTHY',
  cancelled: 'ACTIVE_HEALTHY',
  steps: [backupStep(undefined, 'Copying the database to its backups')],
}

export const pauseProject: OperationDefinition = {
  kind: 'pause',
  action: 'pause',
  during: 'PAUSING',
  succeeded: 'INACTIVE',
  failed: 'PAUSE_FAILED',
  // taken back, as it goes on running: another try begins with the backup of what was written since
  undone: 'PAUSE_FAILED',
  cancelled: 'ACTIVE_HEALTHY',
  steps: [
    {
      ...finalBackup,
      // a cancelled pause leaves the project running
      undo: async (context) => void (await running(context)),
    },
    {
      name: 'stop',
      label: 'Writing everything to disk and stopping Postgres',
      run: ({ engine, placement }) => engine.stop(placement.ref),
    },
  ],
}

export const restorePaused: OperationDefinition = {
  kind: 'restore',
  action: 'restore',
  during: 'RESTORING',
  succeeded: 'ACTIVE_HEALTHY',
  failed: 'RESTORE_FAILED',
  cancelled: undefined,
  steps: [startAsItWas, verify],
}
