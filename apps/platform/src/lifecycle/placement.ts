import { ComputeSize, EVERYWHERE, mostConnections, PostgresEngine } from '@plinth/contract'
import { z } from 'zod'
import type { ProjectRow } from '#app/base/context.ts'
import { randomPassword } from '#app/base/random.ts'
import type { SecretBox } from '#app/base/secret-box.ts'
import type { Placement, ProjectSecrets } from '#app/engine/engine.ts'

const Secrets = z.object({
  admin: z.string(),
  editor: z.string(),
  readOnly: z.string(),
  monitor: z.string(),
  authenticator: z.string(),
  jwtSecret: z.string(),
})

/** What a project's row keeps of its data API's settings; what it leaves out is as for a new project. */
export const StoredRestSettings = z.object({
  schemas: z.array(z.string()).default(['public']),
  extraSearchPath: z.array(z.string()).default(['public', 'extensions']),
  maxRows: z.int().default(1000),
  pool: z.int().nullable().default(null),
})

/** What a project's row keeps of the ways into its database. */
export const StoredDatabaseSettings = z.object({
  requiresTls: z.boolean().default(false),
  cidrs: z.array(z.string()).default([EVERYWHERE.v4]),
  cidrsV6: z.array(z.string()).default([EVERYWHERE.v6]),
  maxConnections: z.int().nullable().default(null),
})
export type StoredDatabaseSettings = z.infer<typeof StoredDatabaseSettings>

/** Fresh passwords for a new project. */
export const newSecrets = (): ProjectSecrets => ({
  admin: randomPassword(),
  editor: randomPassword(),
  readOnly: randomPassword(),
  monitor: randomPassword(),
  authenticator: randomPassword(),
  jwtSecret: randomPassword(40),
})

export const sealSecrets = (box: SecretBox, ref: string, secrets: ProjectSecrets): Buffer =>
  box.seal(JSON.stringify(secrets), `project ${ref}`)

/** What the engine needs to know of a project, from its row. */
export function placementOf(
  box: SecretBox,
  project: Pick<
    ProjectRow,
    | 'ref'
    | 'os_uid'
    | 'port'
    | 'postgres_engine'
    | 'instance_size'
    | 'secrets'
    | 'rest_settings'
    | 'database_settings'
  >,
): Placement {
  const secrets = openSecrets(box, project.ref, project.secrets)
  const size = ComputeSize.parse(project.instance_size)
  const settings = StoredDatabaseSettings.parse(project.database_settings)
  const { requiresTls, cidrs, cidrsV6, maxConnections } = settings
  return {
    ref: project.ref,
    osUid: project.os_uid,
    port: project.port,
    postgresEngine: PostgresEngine.parse(project.postgres_engine),
    size,
    secrets,
    rest: StoredRestSettings.parse(project.rest_settings),
    access: { requiresTls, from: [...cidrs, ...cidrsV6] },
    // chosen at a larger size, it may be more than this one has memory for
    maxConnections: maxConnections && Math.min(maxConnections, mostConnections(size)),
    gatewayKey: box.hmac('gateway', project.ref),
  }
}

/** The secret that a project's tokens are signed with. */
export const jwtSecretOf = (
  box: SecretBox,
  { ref, secrets }: Pick<ProjectRow, 'ref' | 'secrets'>,
): string => openSecrets(box, ref, secrets).jwtSecret

const openSecrets = (box: SecretBox, ref: string, sealed: Buffer): ProjectSecrets =>
  Secrets.parse(JSON.parse(box.open(sealed, `project ${ref}`)))
