// Every noun that has calls. A module, so that its type is this file's name wherever it is spoken of: written
// out it is longer than the compiler will write.
export { accessTokens } from './access-tokens.ts'
export { addons } from './addons.ts'
export { apiKeys } from './api-keys.ts'
export { audit } from './audit.ts'
export { auth } from './auth.ts'
export { backups } from './backups.ts'
export { billing } from './billing.ts'
export { apiDocs, customHostname, jwtSecret, restConfig, settings, vault } from './config.ts'
export {
  databaseCertificate,
  networkRestrictions,
  postgresConfig,
  sslEnforcement,
} from './database-config.ts'
export { disk } from './disk.ts'
export { events } from './events.ts'
export { functions, functionSecrets } from './functions.ts'
export { graphql } from './graphql.ts'
export { logs } from './logs.ts'
export { invitations, members } from './members.ts'
export { operations } from './operations.ts'
export { organizations } from './organizations.ts'
export { feedback, freeProjects, power } from './power.ts'
export { projects } from './projects.ts'
export { resources } from './resources.ts'
export { snippets } from './snippets.ts'
export { sql } from './sql.ts'
export { system } from './system.ts'
export { telemetry } from './telemetry.ts'
export { v1 } from './v1.ts'
export { versions } from './versions.ts'
