import { type Expression, type Kysely, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Database } from '#app/db/schema.ts'

// far above what a person is in; it only keeps one row from growing without end
const MAX_GRANTS = 1000
const MAX_DEVICES = 100

export type PersonRow = { id: string; name: string; email: string; grants: unknown }

/** Accounts, sessions and what a credential gives the right to. */
export const authStore = (db: Kysely<Database>) => {
  const grantsOf = (userId: Expression<string>) =>
    jsonArrayFrom(
      db
        .selectFrom('memberships as m')
        .innerJoin('organizations as o', 'o.id', 'm.organization_id')
        .select(['o.slug as organization_slug', 'm.role', 'm.project_refs'])
        .where('m.user_id', '=', userId)
        .orderBy('o.slug')
        .limit(MAX_GRANTS),
    )

  return {
    person: (userId: string) =>
      db
        .selectFrom('users as u')
        .select((eb) => ['u.id', 'u.name', 'u.email', grantsOf(eb.ref('u.id')).as('grants')])
        .where('u.id', '=', userId)
        .executeTakeFirst(),

    bySessionToken: (token: string, now: Date) =>
      db
        .selectFrom('sessions as s')
        .innerJoin('users as u', 'u.id', 's.user_id')
        .select(['s.id as credential_id', 's.expires_at', 'u.id', 'u.name', 'u.email'])
        .select((eb) => grantsOf(eb.ref('u.id')).as('grants'))
        .where('s.token', '=', token)
        .where('s.expires_at', '>', now)
        .executeTakeFirst(),

    byAccessToken: (hash: Buffer, now: Date) =>
      db
        .selectFrom('access_tokens as t')
        .innerJoin('users as u', 'u.id', 't.user_id')
        .select(['t.id as credential_id', 't.expires_at', 't.scopes', 't.last_used_at'])
        .select((eb) => ['u.id', 'u.name', 'u.email', grantsOf(eb.ref('u.id')).as('grants')])
        .where('t.token_hash', '=', hash)
        .where((eb) => eb.or([eb('t.expires_at', 'is', null), eb('t.expires_at', '>', now)]))
        .executeTakeFirst(),

    async markTokenUsed(id: string, now: Date) {
      await db
        .updateTable('access_tokens')
        .set({ last_used_at: now })
        .where('id', '=', id)
        .execute()
    },

    async rename(userId: string, name: string) {
      await db.updateTable('users').set({ name }).where('id', '=', userId).execute()
    },

    async passwordHash(userId: string): Promise<string | undefined> {
      const row = await db
        .selectFrom('accounts')
        .select('password')
        .where('user_id', '=', userId)
        .where('provider_id', '=', 'credential')
        .executeTakeFirst()
      return row?.password ?? undefined
    },

    /** Whoever knew the old password is out: every session but the one named ends with it. */
    async replacePassword(userId: string, { hash, keep }: { hash: string; keep?: string }) {
      await db.transaction().execute(async (trx) => {
        await trx
          .updateTable('accounts')
          .set({ password: hash })
          .where('user_id', '=', userId)
          .where('provider_id', '=', 'credential')
          .execute()
        await trx
          .deleteFrom('sessions')
          .where('user_id', '=', userId)
          .$if(keep !== undefined, (others) => others.where('id', '!=', keep ?? ''))
          .execute()
      })
    },

    devices: (userId: string, now: Date) =>
      db
        .selectFrom('sessions')
        .select(['id', 'ip_address', 'user_agent', 'created_at', 'expires_at'])
        .where('user_id', '=', userId)
        .where('expires_at', '>', now)
        .orderBy('created_at', 'desc')
        .limit(MAX_DEVICES)
        .execute(),

    /** False where this person has no such session. */
    async endSession(userId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },

    /** Sessions nobody came back to. */
    async sweepSessions(userId: string, now: Date) {
      await db
        .deleteFrom('sessions')
        .where('user_id', '=', userId)
        .where('expires_at', '<=', now)
        .execute()
    },

    async endSessions(userId: string) {
      await db.deleteFrom('sessions').where('user_id', '=', userId).execute()
    },

    /** One attempt more, and how many that makes: one statement, so guesses made at once cannot all pass. */
    countAttempt: (key: string, { now, windowEndsAt }: { now: Date; windowEndsAt: Date }) =>
      db
        .insertInto('sign_in_attempts')
        .values({ key, failures: 1, window_ends_at: windowEndsAt })
        .onConflict((oc) =>
          oc.column('key').doUpdateSet({
            failures: sql`case when sign_in_attempts.window_ends_at <= ${now} then 1
                               else least(sign_in_attempts.failures + 1, 1000000) end`,
            window_ends_at: sql`case when sign_in_attempts.window_ends_at <= ${now}
                                     then excluded.window_ends_at
                                     else sign_in_attempts.window_ends_at end`,
          }),
        )
        .returning(['failures', 'window_ends_at'])
        .executeTakeFirstOrThrow(),

    /** The account starts afresh, the address gets its one attempt back, and windows that ended are swept. */
    async forgiveAttempts({ account, address }: { account: string; address: string }, now: Date) {
      await db
        .deleteFrom('sign_in_attempts')
        .where((eb) => eb.or([eb('key', '=', account), eb('window_ends_at', '<=', now)]))
        .execute()
      await db
        .updateTable('sign_in_attempts')
        .set({ failures: sql`greatest(failures - 1, 0)` })
        .where('key', '=', address)
        .execute()
    },
  }
}
