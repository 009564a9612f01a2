import type { ServiceHealth } from '@plinth/contract'
import { withClient } from '@plinth/postgres'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Engine } from '#app/engine/engine.ts'
import { placementOf } from '#app/lifecycle/placement.ts'

const PROBE_TIMEOUT_MS = 3_000
const LOG_LINES = 50

export type HealthDeps = Pick<Deps, 'secrets'> & { readonly engine: Engine }
type Health = {
  services: ServiceHealth[]
  database_bytes: number | null
  database_log: string[]
  database_keeps_crashing: boolean
}

/** Asks the services themselves: what one says of itself while it hangs is worth nothing. */
export async function checkHealth(deps: HealthDeps, row: ProjectRow): Promise<Health> {
  const [{ db, database_bytes }, rest] = await Promise.all([
    checkDatabase(deps, row),
    checkRest(deps, row),
  ])
  // one that is meant to be stopped wrote its last line long ago
  const isMeantToRun = row.status === 'ACTIVE_HEALTHY' || row.status === 'ACTIVE_UNHEALTHY'
  const observed = deps.engine.observe(row.ref)
  const database_keeps_crashing = observed.state === 'running' && observed.keepsCrashing
  const hasTrouble = isMeantToRun && (db.status !== 'healthy' || database_keeps_crashing)
  const database_log = hasTrouble ? [...(await deps.engine.logTail(row.ref, LOG_LINES))] : []
  const services = rest ? [db, rest] : [db]
  return { services, database_bytes, database_log, database_keeps_crashing }
}

async function checkDatabase({ engine, secrets }: HealthDeps, row: ProjectRow) {
  const observed = engine.observe(row.ref)
  if (observed.state !== 'running') {
    const status = observed.state === 'stopped' ? 'stopped' : 'unhealthy'
    const detail = observed.state === 'stopped' ? null : (observed.log.at(-1) ?? null)
    return { db: service('db', status, detail), database_bytes: null }
  }
  try {
    const placement = { ...placementOf(secrets, row), port: observed.port }
    const config = {
      ...engine.connection(placement, 'monitor'),
      connectionTimeoutMillis: PROBE_TIMEOUT_MS,
      query_timeout: PROBE_TIMEOUT_MS,
    }
    const bytes = await withClient(config, async (client) => {
      const { rows } = await client.query<{ bytes: string }>(
        'select pg_catalog.pg_database_size(pg_catalog.current_database()) as bytes',
      )
      return Number(rows[0]?.bytes)
    })
    return { db: service('db', 'healthy', null), database_bytes: bytes }
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'It does not answer'
    return { db: service('db', 'unhealthy', detail), database_bytes: null }
  }
}

async function checkRest({ engine }: HealthDeps, { ref }: ProjectRow) {
  if (!engine.offersRest) return undefined
  if (engine.observe(ref).state === 'stopped') return service('rest', 'stopped', null)
  const isServing = await engine.probeRest(ref, PROBE_TIMEOUT_MS)
  return isServing
    ? service('rest', 'healthy', null)
    : service('rest', 'unhealthy', 'It does not answer, or is connecting to its database')
}

const service = (
  name: ServiceHealth['name'],
  status: ServiceHealth['status'],
  detail: string | null,
): ServiceHealth => ({ name, status, detail })
