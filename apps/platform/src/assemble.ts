import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type HeaderReader, os } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { accessTokenHandlers } from '#app/control/access-tokens/handlers.ts'
import { addonHandlers } from '#app/control/addons/handlers.ts'
import { apiDocsHandlers } from '#app/control/api-docs/handlers.ts'
import { graphqlHandlers } from '#app/control/api-docs/graphql.ts'
import { apiKeyHandlers } from '#app/control/api-keys/handlers.ts'
import { auditHandlers } from '#app/control/audit/handlers.ts'
import { authHandlers } from '#app/control/auth/handlers.ts'
import {
  authService,
  createIdentity,
  ensureFirstOwner,
  needsOwner,
} from '#app/control/auth/service.ts'
import { openDownload } from '#app/control/backups/service.ts'
import { backupHandlers } from '#app/control/backups/handlers.ts'
import { databaseConfigHandlers } from '#app/control/database-config/handlers.ts'
import { diskHandlers } from '#app/control/disk/handlers.ts'
import { configHandlers } from '#app/control/config/handlers.ts'
import { eventHandlers } from '#app/control/events/handlers.ts'
import { feedbackHandlers } from '#app/control/feedback/handlers.ts'
import { functionHandlers } from '#app/control/functions/handlers.ts'
import { functionSecretHandlers } from '#app/control/functions/secret-handlers.ts'
import { logHandlers } from '#app/control/logs/handlers.ts'
import { invitationHandlers, memberHandlers } from '#app/control/members/handlers.ts'
import { operationHandlers } from '#app/control/operations/handlers.ts'
import { organizationHandlers } from '#app/control/organizations/handlers.ts'
import { powerHandlers } from '#app/control/power/handlers.ts'
import { projectHandlers } from '#app/control/projects/handlers.ts'
import { versionHandlers } from '#app/control/projects/options.ts'
import { resourceHandlers } from '#app/control/resources/handlers.ts'
import { snippetHandlers } from '#app/control/snippets/handlers.ts'
import { sqlHandlers } from '#app/control/sql/handlers.ts'
import { type QueryDeps, runQuery } from '#app/control/sql/run-query.ts'
import { systemHandlers } from '#app/control/system/handlers.ts'
import { telemetryHandlers } from '#app/control/telemetry/handlers.ts'
import { vaultHandlers } from '#app/control/vault/handlers.ts'
import { projectDirectory } from '#app/db/project-directory.ts'
import { projectStore } from '#app/db/project-store.ts'
import type { Engine } from '#app/engine/engine.ts'
import type { ProjectPools } from '#app/engine/project-pools.ts'
import { createApp } from '#app/http/app.ts'
import { onRecord } from '#app/http/audit.ts'
import { queryRoute } from '#app/http/query-route.ts'
import { dashboardFiles } from '#app/http/dashboard-files.ts'
import type { Lifecycle } from '#app/lifecycle/lifecycle.ts'
import type { Env } from './env.ts'

const DASHBOARD = join(import.meta.dirname, '..', '..', 'dashboard', 'dist')

type Parts = {
  readonly env: Pick<Env, 'accessToken' | 'trustProxy' | 'host'>
  readonly engine: Engine
  readonly pools: ProjectPools
  readonly lifecycle: Lifecycle
  readonly host: string
  readonly gatewayUrl: string
}

/** Joins the modules into one application; the only place that knows all of them. */
export async function assemble(deps: Deps, parts: Parts) {
  const { env, engine, pools, lifecycle, host, gatewayUrl } = parts
  const identity = createIdentity(deps)
  const auth = authService({ ...deps, identity })
  const projects = projectStore(deps.db)
  const databaseHost = new URL(deps.publicUrl).hostname
  const project = projectHandlers({
    ...deps,
    engine,
    lifecycle,
    host,
    gatewayUrl,
    databaseHost,
  })
  const queryDeps: QueryDeps = {
    ...deps,
    engine,
    pools,
    onRecord: (call, run) => onRecord(deps.db, call, run),
  }
  const sql = sqlHandlers(queryDeps)
  const directory = projectDirectory(projects, deps.bus)
  const resolveActor = (headers: HeaderReader) => identity.resolve(headers)
  const organization = organizationHandlers({ ...deps, identity })
  const power = powerHandlers({ ...deps, engine, lifecycle, presentProject: project.present })
  const backup = backupHandlers({ ...deps, engine, lifecycle, host })
  const router = os.router({
    system: systemHandlers({ ...deps, version: version(), needsOwner: () => needsOwner(deps.db) }),
    auth: authHandlers({ ...deps, auth, identity }),
    accessTokens: accessTokenHandlers({ ...deps, identity }),
    organizations: organization.organizations,
    members: memberHandlers({ ...deps, identity, auth }),
    invitations: invitationHandlers({ ...deps, identity, auth }),
    audit: auditHandlers(deps),
    projects: project.projects,
    versions: versionHandlers({ engine }),
    operations: operationHandlers({ lifecycle }),
    power: power.power,
    freeProjects: power.freeProjects,
    feedback: feedbackHandlers(deps),
    backups: backup.backups,
    disk: diskHandlers({ ...deps, engine }),
    resources: resourceHandlers({ ...deps, engine, lifecycle }),
    ...addonHandlers(deps),
    apiKeys: apiKeyHandlers(deps),
    apiDocs: apiDocsHandlers({ ...deps, engine }),
    graphql: graphqlHandlers(queryDeps),
    ...databaseConfigHandlers({ ...deps, engine, lifecycle }),
    ...configHandlers({ ...deps, engine, lifecycle, gatewayUrl, databaseHost }),
    vault: vaultHandlers({ ...deps, engine }),
    functions: functionHandlers({ ...deps, engine, gatewayUrl }),
    functionSecrets: functionSecretHandlers(deps),
    events: eventHandlers({ bus: deps.bus, refresh: (headers) => identity.resolve(headers) }),
    logs: logHandlers(deps),
    sql: { query: sql.query, tables: sql.tables, completion: sql.completion },
    snippets: snippetHandlers(deps),
    telemetry: telemetryHandlers(),
    v1: {
      organizations: organization.v1Organizations,
      projects: {
        ...project.v1Projects,
        ...power.v1Power,
        ...backup.v1Backups,
        query: sql.v1Query,
      },
    },
  })
  const app = createApp({
    ...deps,
    router,
    directory,
    resolveActor,
    openDownload: (token) => openDownload({ ...deps, engine }, token),
    dashboard: await dashboardFiles(DASHBOARD),
    gatewayUrl,
    trustProxy: env.trustProxy,
  })
  const { welcomeUrl } = await ensureFirstOwner(deps, { accessToken: env.accessToken })
  const direct = queryRoute({
    log: deps.log,
    publicUrl: deps.publicUrl,
    directory,
    resolveActor,
    run: (call, sink) => runQuery(queryDeps, call, sink),
  })
  return { app, direct, welcomeUrl }
}

function version(): string {
  const file = join(import.meta.dirname, '..', 'package.json')
  // our own manifest, written by us
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
