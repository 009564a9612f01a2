import { accessTokens } from './access-tokens.ts'
import { addons } from './addons.ts'
import { apiKeys } from './api-keys.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { backups } from './backups.ts'
import { billing } from './billing.ts'
import { apiDocs, customHostname, jwtSecret, restConfig, settings, vault } from './config.ts'
import {
  databaseCertificate,
  networkRestrictions,
  postgresConfig,
  sslEnforcement,
} from './database-config.ts'
import { disk } from './disk.ts'
import { events } from './events.ts'
import { logs } from './logs.ts'
import { invitations, members } from './members.ts'
import { operations } from './operations.ts'
import { organizations } from './organizations.ts'
import { feedback, freeProjects, power } from './power.ts'
import { projects } from './projects.ts'
import { resources } from './resources.ts'
import { snippets } from './snippets.ts'
import { sql } from './sql.ts'
import { system } from './system.ts'
import { telemetry } from './telemetry.ts'
import { v1 } from './v1.ts'
import { versions } from './versions.ts'

/** Every call of the platform: noun, then verb. */
export const contract = {
  system,
  auth,
  accessTokens,
  organizations,
  members,
  invitations,
  audit,
  projects,
  versions,
  operations,
  power,
  freeProjects,
  feedback,
  backups,
  disk,
  resources,
  addons,
  billing,
  apiKeys,
  apiDocs,
  settings,
  restConfig,
  jwtSecret,
  customHostname,
  databaseCertificate,
  sslEnforcement,
  networkRestrictions,
  postgresConfig,
  vault,
  events,
  logs,
  sql,
  snippets,
  telemetry,
  v1,
}

export * from './access-tokens.ts'
export * from './addons.ts'
export * from './api-keys.ts'
export * from './audit.ts'
export * from './auth.ts'
export * from './billing.ts'
export * from './backups.ts'
export * from './common.ts'
export * from './compute.ts'
export * from './compute-io.ts'
export * from './compute-sizes.ts'
export * from './config.ts'
export * from './cidr.ts'
export * from './database-config.ts'
export * from './disk.ts'
export * from './disk-growth.ts'
export * from './disk-price.ts'
export * from './disk-rules.ts'
export * from './endpoint.ts'
export * from './errors.ts'
export * from './events.ts'
export * from './gateway.ts'
export * from './log-collections.ts'
export * from './logs.ts'
export * from './may.ts'
export * from './members.ts'
export * from './metrics.ts'
export * from './operations.ts'
export * from './organizations.ts'
export * from './permissions.ts'
export * from './plans.ts'
export * from './project-can.ts'
export * from './project-status.ts'
export * from './power.ts'
export * from './projects.ts'
export * from './resources.ts'
export * from './snippets.ts'
export * from './sql.ts'
export * from './system.ts'
export * from './telemetry.ts'
export * from './v1.ts'
export * from './versions.ts'
export * from './warning-rules.ts'
