import pg from 'pg'
import type { OperationDefinition, Step } from './definition.ts'

const files: Step = {
  name: 'files',
  label: 'Copying the database template',
  run: ({ engine, placement }) => engine.provision(placement),
  undo: ({ engine, placement }) => engine.destroy(placement.ref),
}

const start: Step = {
  name: 'start',
  label: 'Starting Postgres',
  async run({ engine, placement, updateProject }) {
    const { port } = await engine.start(placement)
    if (port !== placement.port) await updateProject({ port })
  },
  undo: ({ engine, placement }) => engine.stop(placement.ref),
}

const secure: Step = {
  name: 'secure',
  label: 'Setting roles and passwords',
  async run({ engine, placement, input, unseal }) {
    const sealed = input['owner_verifier']
    await engine.secure(placement, typeof sealed === 'string' ? unseal(sealed) : undefined)
  },
}

/** Ready means usable: the same way in that the first query will take. */
export const verify: Step = {
  name: 'verify',
  label: 'Checking that it answers queries',
  async run({ engine, placement, updateProject }) {
    const client = new pg.Client({
      ...engine.connection(placement, 'editor'),
      connectionTimeoutMillis: 5000,
      query_timeout: 5000,
    })
    client.on('error', () => undefined) // the query below rejects with the same error
    await client.connect()
    try {
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      await updateProject({ db_version: rows[0]?.server_version ?? '' })
    } finally {
      await client.end()
    }
  },
}

export const createProject: OperationDefinition = {
  kind: 'create',
  action: undefined,
  during: 'COMING_UP',
  succeeded: 'ACTIVE_HEALTHY',
  failed: 'INIT_FAILED',
  cancelled: 'REMOVED',
  steps: [files, start, secure, verify],
}
