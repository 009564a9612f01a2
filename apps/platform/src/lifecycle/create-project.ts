import type { OperationDefinition, Step } from './definition.ts'
import { copyStep, settle } from './restore-backup.ts'
import { running, secureRoles, verify } from './up-steps.ts'

const start: Step = {
  name: 'start',
  label: 'Starting Postgres',
  run: async (context) => void (await running(context)),
  undo: ({ engine, placement }) => engine.stop(placement.ref),
}

const secure: Step = {
  name: 'secure',
  label: 'Setting roles and passwords',
  async run(context) {
    await secureRoles(context)
    // a copy came with a password of its own, which is not needed any more
    await settle.run(context)
  },
}

export const createProject: OperationDefinition = {
  kind: 'create',
  action: undefined,
  during: 'COMING_UP',
  succeeded: 'ACTIVE_HEALTHY',
  failed: 'INIT_FAILED',
  cancelled: 'REMOVED',
  cancelRemovesProject: true,
  steps: [copyStep, start, secure, verify],
}
