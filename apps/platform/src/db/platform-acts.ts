import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

/** Who asked for it, where somebody did. */
type By = {
  readonly actor: {
    readonly id: string
    readonly email: string
    readonly via: { readonly kind: string }
  }
  readonly ip: string
  readonly requestId: string
}

export type PlatformAct = {
  readonly organizationId: string
  readonly projectRef: string
  /** Named like a call: the noun, then the verb. */
  readonly action: string
  readonly target: Readonly<Record<string, unknown>>
  readonly by?: By
}

/** Puts on record what is no call of its own: what the platform did by itself, or what a call meant elsewhere. */
export async function recordPlatformAct(
  db: Kysely<Database>,
  { organizationId, projectRef, action, target, by }: PlatformAct,
): Promise<void> {
  await db
    .insertInto('audit_log')
    .values({
      action,
      organization_id: organizationId,
      project_ref: projectRef,
      actor_id: by?.actor.id ?? null,
      actor_email: by?.actor.email ?? null,
      via: by?.actor.via.kind ?? 'platform',
      target: JSON.stringify(target),
      outcome: 'succeeded',
      error_code: null,
      ip_address: by?.ip ?? null,
      request_id: by?.requestId ?? randomUUID(),
    })
    .execute()
}
