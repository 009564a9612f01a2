import { ComputeSize, PostgresEngine } from '@plinth/contract'
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
    'ref' | 'os_uid' | 'port' | 'postgres_engine' | 'instance_size' | 'secrets' | 'rest_settings'
  >,
): Placement {
  const secrets = openSecrets(box, project.ref, project.secrets)
  return {
    ref: project.ref,
    osUid: project.os_uid,
    port: project.port,
    postgresEngine: PostgresEngine.parse(project.postgres_engine),
    size: ComputeSize.parse(project.instance_size),
    secrets,
    rest: StoredRestSettings.parse(project.rest_settings),
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
