import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

export type PlatformAct = {
  readonly organizationId: string
  readonly projectRef: string
  /** Named like a call: the noun, then the verb. */
  readonly action: string
  readonly target: Readonly<Record<string, unknown>>
}

/** Puts on record what nobody asked for: the platform did it by itself. */
export async function recordPlatformAct(
  db: Kysely<Database>,
  { organizationId, projectRef, action, target }: PlatformAct,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      action,
      organization_id: organizationId,
      project_ref: projectRef,
      actor_id: null,
      actor_email: null,
      via: 'platform',
      target: JSON.stringify(target),
      outcome: 'succeeded',
      error_code: null,
      ip_address: null,
      request_id: randomUUID(),
    })
    .execute()
}
