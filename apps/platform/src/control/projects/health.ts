import type { ServiceHealth } from '@plinth/contract'
import { withClient } from '@plinth/postgres'
import type { ProjectRow } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import type { Engine } from '#app/engine/engine.ts'
import { placementOf } from '#app/lifecycle/placement.ts'

const PROBE_TIMEOUT_MS = 3_000

export type HealthDeps = Pick<Deps, 'secrets'> & { readonly engine: Engine }
type Health = { services: ServiceHealth[]; database_bytes: number | null }

/** Asks the database itself: what a service says of itself while it hangs is worth nothing. */
export async function checkHealth(
  { engine, secrets }: HealthDeps,
  row: ProjectRow,
): Promise<Health> {
  const observed = engine.observe(row.ref)
  if (observed.state !== 'running') {
    const status = observed.state === 'stopped' ? 'stopped' : 'unhealthy'
    const detail = observed.state === 'stopped' ? null : (observed.log.at(-1) ?? null)
    return { services: [{ name: 'db', status, detail }], database_bytes: null }
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
    return { services: [{ name: 'db', status: 'healthy', detail: null }], database_bytes: bytes }
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'It does not answer'
    return { services: [{ name: 'db', status: 'unhealthy', detail }], database_bytes: null }
  }
}
