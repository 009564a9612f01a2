import type { Kysely } from 'kysely'
import type { Database } from '#app/db/schema.ts'

/** A project as the gateway needs it, with its keys of the new kind; two reads, no membership asked. */
export async function readProject(db: Kysely<Database>, ref: string) {
  const project = await db
    .selectFrom('projects')
    .select(['id', 'ref', 'status', 'secrets', 'deleted_at'])
    .where('ref', '=', ref)
    .executeTakeFirst()
  if (!project || project.deleted_at) return undefined
  const keys = await db
    .selectFrom('api_keys')
    .select(['id', 'type', 'prefix', 'key_hash', 'expires_at'])
    .where('project_id', '=', project.id)
    .execute()
  return { ...project, keys }
}

export type ProjectWithKeys = NonNullable<Awaited<ReturnType<typeof readProject>>>
