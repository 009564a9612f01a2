import { type Kysely, sql } from 'kysely'
import type { Database } from '#app/db/schema.ts'

const PURPOSE = 'claim-owner'
// any number will do, as long as nobody else locks the same
const FIRST_OWNER_LOCK = 7_305_001

type Person = {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly hash: string
}

/** People as they come in: the first owner, and whoever joins by a link. */
export const ownerStore = (db: Kysely<Database>) => ({
  /** Two servers that start at once take turns, until the transaction ends. */
  async takeTurn() {
    await sql`select pg_advisory_xact_lock(${FIRST_OWNER_LOCK})`.execute(db)
  },

  async hasUsers(): Promise<boolean> {
    const row = await db.selectFrom('users').select('id').limit(1).executeTakeFirst()
    return row !== undefined
  },

  /** The account a token was seeded for and nobody can sign in to yet. */
  unclaimedUser: () =>
    db
      .selectFrom('users as u')
      .select('u.id')
      .where((eb) =>
        eb.not(
          eb.exists(
            eb.selectFrom('accounts as a').select('a.id').whereRef('a.user_id', '=', 'u.id'),
          ),
        ),
      )
      .orderBy('u.created_at')
      .limit(1)
      .executeTakeFirst(),

  async insertUser({ id, name, email }: Omit<Person, 'hash'>) {
    await db.insertInto('users').values({ id, name, email, image: null }).execute()
  },

  async renameUser({ id, name, email }: Omit<Person, 'hash'>) {
    await db.updateTable('users').set({ name, email }).where('id', '=', id).execute()
  },

  /** What the sign-in library looks for: the account of the provider "credential", named by the user's own id. */
  async insertPassword({ id, hash }: Pick<Person, 'id' | 'hash'>) {
    await db
      .insertInto('accounts')
      .values({ id, account_id: id, provider_id: 'credential', user_id: id, password: hash })
      .execute()
  },

  async insertToken(token: { user_id: string; name: string; prefix: string; token_hash: Buffer }) {
    await db
      .insertInto('access_tokens')
      .values({ ...token, scopes: null, expires_at: null })
      .execute()
  },

  async hasToken(hash: Buffer): Promise<boolean> {
    const row = await db
      .selectFrom('access_tokens')
      .select('id')
      .where('token_hash', '=', hash)
      .executeTakeFirst()
    return row !== undefined
  },

  /** The links given out before are worth nothing from here on. */
  async replaceLink(hash: Buffer, expiresAt: Date) {
    await db
      .deleteFrom('one_time_links')
      .where('purpose', '=', PURPOSE)
      .where('used_at', 'is', null)
      .execute()
    await db
      .insertInto('one_time_links')
      .values({ token_hash: hash, purpose: PURPOSE, expires_at: expiresAt })
      .execute()
  },

  async isLinkOpen(hash: Buffer, now: Date): Promise<boolean> {
    const row = await db
      .selectFrom('one_time_links')
      .select('purpose')
      .where('token_hash', '=', hash)
      .where('purpose', '=', PURPOSE)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst()
    return row !== undefined
  },

  /** True for one caller only, however many ask at once. */
  async useLink(hash: Buffer, now: Date): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('one_time_links')
      .set({ used_at: now })
      .where('token_hash', '=', hash)
      .where('purpose', '=', PURPOSE)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirstOrThrow()
    return numUpdatedRows === 1n
  },
})
