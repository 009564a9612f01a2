import { COMPUTE, ComputeSize } from '@plinth/contract'
import { withClient } from '@plinth/postgres'
import { beganAs, isMeantToRun, type OperationDefinition, type Step } from './definition.ts'
import { running, verify as answers } from './up-steps.ts'

const CHECK_TIMEOUT_MS = 5_000

const stop: Step = {
  name: 'stop',
  label: 'Writing everything to disk and stopping Postgres',
  async run({ engine, placement, state, remember }) {
    // once only: a repeat may find the new size already there
    if (state['from'] === undefined) await remember({ from: placement.size })
    await engine.stop(placement.ref)
  },
  async undo(context) {
    if (isMeantToRun(beganAs(context.state))) await running(context)
  },
}

const size: Step = {
  name: 'size',
  label: 'Setting the new size',
  run: ({ input, updateProject }) =>
    updateProject({ instance_size: ComputeSize.parse(input['size']) }),
  undo: ({ state, updateProject }) =>
    updateProject({ instance_size: ComputeSize.parse(state['from']) }),
}

const start: Step = {
  name: 'start',
  label: 'Starting Postgres with its new parameters',
  run: async (context) => void (await running(context)),
  undo: ({ engine, placement }) => engine.stop(placement.ref),
}

const verify: Step = {
  name: 'verify',
  label: 'Checking that it answers queries and has what was asked for',
  async run(context) {
    await answers.run(context)
    const placement = await running(context)
    const config = {
      ...context.engine.connection(placement, 'monitor'),
      connectionTimeoutMillis: CHECK_TIMEOUT_MS,
      query_timeout: CHECK_TIMEOUT_MS,
    }
    const { rows } = await withClient(config, (client) =>
      client.query<{ max_connections: string }>('show max_connections'),
    )
    const wanted = placement.maxConnections ?? COMPUTE[placement.size].maxConnections
    if (Number(rows[0]?.max_connections) !== wanted) {
      throw new Error(`Postgres does not have the ${wanted} connections of its new size`)
    }
  },
}

/** Other parameters take a new start. Where that fails the project goes on as it was. */
export const resizeProject: OperationDefinition = {
  kind: 'resize',
  action: 'resize',
  during: 'RESIZING',
  succeeded: 'ACTIVE_HEALTHY',
  failed: 'ACTIVE_UNHEALTHY',
  undone: 'as before',
  cancelled: 'as before',
  steps: [stop, size, start, verify],
}
