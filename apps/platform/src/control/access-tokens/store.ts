import type { Kysely } from 'kysely'
import type { Database } from '#app/db/schema.ts'

const MAX_LISTED = 500
const COLUMNS = [
  'id',
  'name',
  'prefix',
  'scopes',
  'created_at',
  'expires_at',
  'last_used_at',
] as const

type NewToken = {
  readonly user_id: string
  readonly name: string
  readonly prefix: string
  readonly token_hash: Buffer
  readonly scopes: string[] | null
  readonly expires_at: Date | null
}

/** A person's own tokens; the hash never leaves the database. */
export const accessTokenStore = (db: Kysely<Database>) => ({
  list: (userId: string) =>
    db
      .selectFrom('access_tokens')
      .select(COLUMNS)
      .where('user_id', '=', userId)
      .orderBy('created_at', 'desc')
      .limit(MAX_LISTED)
      .execute(),

  insert: (token: NewToken) =>
    db.insertInto('access_tokens').values(token).returning(COLUMNS).executeTakeFirstOrThrow(),

  /** False where this person has no such token. */
  async delete(userId: string, id: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('access_tokens')
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    return numDeletedRows > 0n
  },
})

export type AccessTokenRow = Awaited<ReturnType<ReturnType<typeof accessTokenStore>['insert']>>
