import pg from 'pg'
import type { Placement } from '#app/engine/engine.ts'
import { beganAs, type Step, type StepContext } from './definition.ts'

/**
 * Starts the project or finds it running, and answers with where. Steps that come after a start
 * ask again: when they are repeated after a crash nobody else has taken the server up.
 */
export async function running({ engine, placement, movePort }: StepContext): Promise<Placement> {
  const { port } = await engine.start(placement)
  if (port !== placement.port) await movePort(port)
  return { ...placement, port }
}

/** Passwords of every role, and the owner's where one was given. */
export async function secureRoles(context: StepContext): Promise<void> {
  const { engine, input, unseal } = context
  const placement = await running(context)
  const sealed = input['owner_verifier']
  await engine.secure(placement, typeof sealed === 'string' ? unseal(sealed) : undefined)
}

/** The name under which what a restore has replaced is kept. */
export const replacedAt = (now: Date): string => `replaced-${now.getTime()}`

/**
 * What stands there is the project's from now on. A restore that could not be taken back has left what
 * it replaced, and whatever comes next must not take that for its own and put it back.
 */
export async function keepWhatStands(context: StepContext): Promise<void> {
  const { engine, placement, now } = context
  // that note goes, and with it what the superuser's password was
  if ((await engine.archives.stagedPassword(placement.ref)) !== undefined)
    await secureRoles(context)
  await engine.archives.settle(placement.ref, replacedAt(now), now)
}

/** For a project that was deleted meanwhile: what it showed last is what it is. */
export const startAsItStands: Step = {
  name: 'start',
  label: 'Starting Postgres',
  async run(context) {
    await running(context)
    await keepWhatStands(context)
  },
}

/**
 * For one that is paused, or whose restore failed. What that had put in place and could not take back
 * is taken back first: it was promised that the project has what it had.
 */
export const startAsItWas: Step = {
  name: 'start',
  label: 'Starting Postgres',
  async run(context) {
    if (beganAs(context.state) === 'RESTORE_FAILED') return startTakenBack(context)
    await keepWhatStands(context)
    await running(context)
  },
}

async function startTakenBack(context: StepContext) {
  const { engine, placement, updateProject } = context
  await engine.stop(placement.ref)
  const version = await engine.archives.swapBack(placement.ref)
  const postgresEngine = version ?? placement.postgresEngine
  await updateProject({ postgres_engine: postgresEngine })
  await running({ ...context, placement: { ...placement, postgresEngine } })
}

/** Ready means usable: the same way in that the first query will take. */
export const verify: Step = {
  name: 'verify',
  label: 'Checking that it answers queries and serves its data API',
  async run(context) {
    const placement = await running(context)
    await Promise.all([answersQueries(context, placement), context.engine.serve(placement)])
  },
}

async function answersQueries({ engine, updateProject }: StepContext, placement: Placement) {
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
}
