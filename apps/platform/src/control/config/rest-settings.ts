import { COMPUTE, ComputeSize, projectCan, ProjectStatus, UpdateRestConfig } from '@plinth/contract'
import { ClusterError, pinnedOptions, withClient } from '@plinth/postgres'
import type { z } from 'zod'
import { AppError } from '#app/base/app-error.ts'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Engine, Placement } from '#app/engine/engine.ts'
import type { RestSettings } from '#app/engine/postgrest-config.ts'
import { placementOf } from '#app/lifecycle/placement.ts'

const CHECK_TIMEOUT_MS = 5_000
// connections that the platform and the database itself keep
const RESERVED_CONNECTIONS = 10
// what stands in these is not made to be seen from outside
const NEVER_EXPOSED = /^(?:pg_.*|information_schema|vault)$/

export type RestDeps = Pick<Deps, 'db' | 'secrets' | 'bus'> & { readonly engine: Engine }
type Change = z.output<typeof UpdateRestConfig>

/** Applied first and kept then: a platform that is killed in between comes back with what it had. */
export async function changeRestSettings(
  { db, secrets, bus, engine }: RestDeps,
  row: ProjectRow,
  change: Change,
): Promise<RestSettings> {
  const placement = placementOf(secrets, row)
  const rest: RestSettings = {
    schemas: change.db_schema ?? placement.rest.schemas,
    extraSearchPath: change.db_extra_search_path ?? placement.rest.extraSearchPath,
    maxRows: change.max_rows ?? placement.rest.maxRows,
    pool: change.db_pool === undefined ? placement.rest.pool : change.db_pool,
  }
  assertPossible(row, rest)
  const status = ProjectStatus.parse(row.status)
  if (projectCan('query', status)) await apply(engine, { ...placement, rest })
  else if (status !== 'INACTIVE') {
    const message = 'Wait for the operation that is running on this project'
    throw new AppError('WRONG_PROJECT_STATUS', { message, data: { status } })
  }
  await db
    .updateTable('projects')
    .set({ rest_settings: JSON.stringify(rest), updated_at: new Date() })
    .where('id', '=', row.id)
    .execute()
  const { ref, organization_slug } = row
  await bus.publish({ topic: 'project', ref, organization_slug, status })
  return rest
}

function assertPossible(row: ProjectRow, { schemas, pool }: RestSettings) {
  const hidden = schemas.find((name) => NEVER_EXPOSED.test(name))
  if (hidden !== undefined) {
    throw badInput('db_schema', `The schema ${hidden} cannot be exposed`)
  }
  const most = COMPUTE[ComputeSize.parse(row.instance_size)].maxConnections - RESERVED_CONNECTIONS
  if (pool !== null && pool > most) {
    throw badInput('db_pool', `The size of this project leaves at most ${most} connections`)
  }
}

async function apply(engine: Engine, placement: Placement) {
  const observed = engine.observe(placement.ref)
  const port = observed.state === 'running' ? observed.port : placement.port
  const missing = await missingSchemas(engine, { ...placement, port })
  if (missing.length > 0) {
    throw badInput('db_schema', `This database has no schema ${missing.join(', ')}`)
  }
  try {
    await engine.serve({ ...placement, port })
  } catch (cause) {
    const message = cause instanceof ClusterError ? cause.message : undefined
    throw new AppError('DATA_API_REFUSED', { ...(message && { message }), cause })
  }
}

async function missingSchemas(engine: Engine, placement: Placement): Promise<readonly string[]> {
  const config = {
    ...engine.connection(placement, 'monitor'),
    options: pinnedOptions,
    connectionTimeoutMillis: CHECK_TIMEOUT_MS,
    query_timeout: CHECK_TIMEOUT_MS,
  }
  try {
    const { rows } = await withClient(config, (client) =>
      client.query<{ name: string }>(
        `select name from pg_catalog.unnest($1::text[]) as name
          where not exists (select from pg_catalog.pg_namespace where nspname = name)`,
        [placement.rest.schemas],
      ),
    )
    return rows.map(({ name }) => name)
  } catch (cause) {
    throw new AppError('PROJECT_UNREACHABLE', { cause })
  }
}

const badInput = (field: string, message: string) =>
  new AppError('BAD_INPUT', { message, data: { fields: { [field]: [message] } } })
