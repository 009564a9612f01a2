import { type Kysely, sql } from 'kysely'
import type { Database } from '#app/db/schema.ts'

/** A project as the gateway needs it, with its keys of the new kind and its functions; no membership asked. */
export async function readProject(db: Kysely<Database>, ref: string) {
  const project = await db
    .selectFrom('projects')
    .select(['id', 'ref', 'status', 'secrets', 'deleted_at', 'os_uid', 'jwt_issued_at'])
    .select(
      // what tells whether any secret of its functions was changed
      sql<string>`(select md5(coalesce(string_agg(name || digest, ',' order by name), ''))
                     from function_secrets where project_id = projects.id)`.as('secrets_stamp'),
    )
    .where('ref', '=', ref)
    .executeTakeFirst()
  if (!project || project.deleted_at) return undefined
  const keys = await db
    .selectFrom('api_keys')
    .select(['id', 'type', 'prefix', 'key_hash', 'expires_at'])
    .where('project_id', '=', project.id)
    .execute()
  const functions = await db
    .selectFrom('functions')
    .select(['id', 'slug', 'version', 'verify_jwt', 'entrypoint_path'])
    .where('project_id', '=', project.id)
    .execute()
  return { ...project, keys, functions }
}

export type ProjectWithKeys = NonNullable<Awaited<ReturnType<typeof readProject>>>
