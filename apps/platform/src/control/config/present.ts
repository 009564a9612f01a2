import {
  ApiKeyRole,
  CloudProvider,
  type ProjectSettings,
  ProjectStatus,
  type RestConfig,
  type UpdateStatus,
} from '@plinth/contract'
import type { ProjectRow } from '#app/base/context.ts'
import type { RestSettings } from '#app/engine/postgrest-config.ts'
import type { OperationRow } from '#app/lifecycle/operation-store.ts'
import type { LegacyKeys } from '#app/control/api-keys/service.ts'

type Where = { readonly gatewayUrl: string; readonly databaseHost: string }
/** What only some may see. */
export type Secrets = { readonly jwtSecret: string; readonly keys: LegacyKeys }

export function presentSettings(
  row: ProjectRow,
  { gatewayUrl, databaseHost }: Where,
  { rest, secrets }: { rest: RestSettings; secrets: Secrets | undefined },
): ProjectSettings {
  const url = new URL(gatewayUrl)
  const path = url.pathname.replace(/\/$/, '')
  return {
    ref: row.ref,
    name: row.name,
    status: ProjectStatus.parse(row.status),
    region: row.region,
    cloud_provider: CloudProvider.parse(row.cloud_provider),
    inserted_at: row.created_at.toISOString(),
    db_host: databaseHost,
    db_port: row.port,
    db_name: 'postgres',
    db_user: 'postgres',
    app_config: {
      protocol: url.protocol.replace(':', ''),
      endpoint: `${url.host}${path}/projects/${row.ref}`,
      db_schema: rest.schemas.join(', '),
    },
    jwt_secret: secrets?.jwtSecret ?? null,
    service_api_keys: secrets
      ? ApiKeyRole.options.map((role) => ({
          name: `${role} key`,
          tags: role,
          api_key: secrets.keys[role],
        }))
      : [],
  }
}

export const presentRest = (rest: RestSettings, jwtSecret: string | null): RestConfig => ({
  db_schema: rest.schemas.join(', '),
  db_extra_search_path: rest.extraSearchPath.join(', '),
  max_rows: rest.maxRows,
  db_pool: rest.pool,
  jwt_secret: jwtSecret,
})

/** How a change of the JWT secret stands, in the words its callers know. */
export function presentUpdate(row: OperationRow): UpdateStatus {
  const done = row.steps.filter(({ status }) => status === 'succeeded').length
  const isOver = row.status === 'succeeded' || row.status === 'failed'
  return {
    change_tracking_id: row.id,
    status: isOver ? (row.status === 'succeeded' ? 'Updated' : 'Failed') : 'Updating',
    progress: row.steps.length ? done / row.steps.length : 0,
    error: row.error_message,
  }
}
