import { ProjectStatus, projectCan, statusInWords } from '@plinth/contract'
import pg from 'pg'
import { AppError } from '#app/base/app-error.ts'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { ConnectAs, Engine } from '#app/engine/engine.ts'
import type { ProjectPools } from '#app/engine/project-pools.ts'
import { placementOf } from '#app/lifecycle/placement.ts'

export type SqlDeps = Pick<Deps, 'db' | 'secrets' | 'log'> & {
  readonly engine: Engine
  readonly pools: ProjectPools
}

/** A connection of a project that nobody else uses until it is given back. */
export type Session = {
  readonly client: pg.PoolClient
  /** Puts it back as it was found; one that cannot be is closed. */
  readonly release: () => void
}

/** @throws AppError WRONG_PROJECT_STATUS or PROJECT_UNREACHABLE */
export async function openSession(
  deps: SqlDeps,
  project: ProjectRow,
  { as, leavesTrace }: { as: ConnectAs; leavesTrace: boolean },
): Promise<Session> {
  const status = ProjectStatus.parse(project.status)
  if (!projectCan('query', status)) {
    const message = `Queries can be run when the project is active. It is ${statusInWords(status)} now`
    throw new AppError('WRONG_PROJECT_STATUS', { message, data: { status } })
  }
  const observed = deps.engine.observe(project.ref)
  const port = observed.state === 'running' ? observed.port : project.port
  try {
    const client = await deps.pools
      .pool(project.ref, { as, port, placement: () => placementOf(deps.secrets, project) })
      .connect()
    return { client, release: () => (leavesTrace ? void putBack(client) : client.release()) }
  } catch (error) {
    throw new AppError('PROJECT_UNREACHABLE', { message: reasonOf(error), cause: error })
  }
}

/** The next one must not find this one's settings, temporary tables or open transaction. */
async function putBack(client: pg.PoolClient) {
  try {
    if (client.getTransactionStatus() !== 'I') await client.query('rollback')
    await client.query('discard all')
    client.release()
  } catch (error) {
    client.release(error instanceof Error ? error : true)
  }
}

const TOO_MANY_CONNECTIONS = '53300'

function reasonOf(error: unknown): string {
  if (error instanceof pg.DatabaseError && error.code === TOO_MANY_CONNECTIONS) {
    return 'The database has no connection left. Close some and try again'
  }
  if (error instanceof Error && /timeout/i.test(error.message)) {
    return 'Every connection the dashboard may use is busy. Wait for a query to end, or cancel one'
  }
  return 'The database of this project does not answer'
}
