import {
  CloudProvider,
  ComputeSize,
  KEEP_DELETED_DAYS,
  type Operation,
  PostgresEngine,
  type Project,
  ProjectStatus,
  type ProjectSummary,
  type ServiceHealth,
} from '@plinth/contract'
import type { ProjectRow } from '#app/base/context.ts'

export const presentSummary = (row: ProjectRow): ProjectSummary => ({
  id: row.id,
  ref: row.ref,
  name: row.name,
  status: ProjectStatus.parse(row.status),
  organization_id: row.organization_id,
  organization_slug: row.organization_slug,
  cloud_provider: CloudProvider.parse(row.cloud_provider),
  region: row.region,
  instance_size: ComputeSize.parse(row.instance_size),
  postgres_engine: PostgresEngine.parse(row.postgres_engine),
  parent_project_ref: row.parent_project_ref,
  created_at: row.created_at.toISOString(),
})

const GRACE_MS = KEEP_DELETED_DAYS * 24 * 60 * 60 * 1000

export function presentDeleted(row: ProjectRow) {
  const deletedAt = row.deleted_at ?? row.created_at
  return {
    ...presentSummary(row),
    deleted_at: deletedAt.toISOString(),
    removed_for_good_at: new Date(deletedAt.getTime() + GRACE_MS).toISOString(),
  }
}

type Extra = {
  readonly databaseHost: string
  readonly operation: Operation | null
  /** Undefined where projects have no data API here. */
  readonly rest: { readonly url: string; readonly isOnline: boolean } | undefined
}

export function presentProject(row: ProjectRow, { databaseHost, operation, rest }: Extra): Project {
  const address = `${databaseHost}:${row.port}/postgres`
  return {
    ...presentSummary(row),
    postgrestStatus: rest ? (rest.isOnline ? 'ONLINE' : 'OFFLINE') : null,
    restUrl: rest?.url ?? null,
    dbVersion: row.db_version,
    db_host: databaseHost,
    db_port: row.port,
    connectionString: `postgresql://postgres:[YOUR-PASSWORD]@${address}`,
    connection_string_read_only: null,
    operation,
  }
}

export const presentV1 = (row: ProjectRow, databaseHost: string) => ({
  id: row.id,
  ref: row.ref,
  name: row.name,
  status: ProjectStatus.parse(row.status),
  organization_id: row.organization_id,
  organization_slug: row.organization_slug,
  region: row.region,
  created_at: row.created_at.toISOString(),
  database: { host: databaseHost, port: row.port, postgres_engine: row.postgres_engine },
})

const V1_HEALTH = {
  healthy: 'ACTIVE_HEALTHY',
  unhealthy: 'UNHEALTHY',
  stopped: 'INACTIVE',
} as const satisfies Record<ServiceHealth['status'], string>

export const presentV1Health = ({ name, status, detail }: ServiceHealth) => ({
  name,
  healthy: status === 'healthy',
  status: V1_HEALTH[status],
  ...(detail !== null && { error: detail }),
})
