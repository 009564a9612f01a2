import { type Insertable, type Kysely, sql, type Updateable } from 'kysely'
import type { Database } from '#app/db/schema.ts'

const COLUMNS = [
  'id',
  'type',
  'name',
  'description',
  'prefix',
  'key_hash',
  'api_key',
  'created_at',
  'updated_at',
  'expires_at',
  'last_used_at',
] as const

export const MAX_KEYS = 100

/** Keys of the new kind, and what the log of requests says of keys. */
export const apiKeyStore = (db: Kysely<Database>) => ({
  list: (projectId: string) =>
    db
      .selectFrom('api_keys')
      .select(COLUMNS)
      .where('project_id', '=', projectId)
      .orderBy('created_at')
      .limit(MAX_KEYS)
      .execute(),

  async count(projectId: string): Promise<number> {
    const { n } = await db
      .selectFrom('api_keys')
      .select(sql<string>`count(*)`.as('n'))
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow()
    return Number(n)
  },

  insert: (key: Insertable<Database['api_keys']>) =>
    db.insertInto('api_keys').values(key).returning(COLUMNS).executeTakeFirstOrThrow(),

  update: (projectId: string, id: string, patch: Updateable<Database['api_keys']>) =>
    db
      .updateTable('api_keys')
      .set({ ...patch, updated_at: sql`now()` })
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirst(),

  async delete(projectId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('api_keys')
      .where('project_id', '=', projectId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  },
})

export type ApiKeyRow = Awaited<ReturnType<ReturnType<typeof apiKeyStore>['insert']>>
