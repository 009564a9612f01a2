import type { Kysely } from 'kysely'
import type { Database } from '#app/db/schema.ts'
import type { RoleGrant } from './store.ts'

const MAX_LISTED = 500

type NewInvitation = RoleGrant & {
  readonly organization_id: string
  readonly email: string
  readonly token_hash: Buffer
  readonly invited_by: string
  readonly created_at: Date
  readonly expires_at: Date
}

/** Invitations that still wait: neither accepted nor too old. Their links' hashes stay in here. */
export const invitationStore = (db: Kysely<Database>) => {
  const waiting = (now: Date) =>
    db
      .selectFrom('invitations as i')
      .innerJoin('organizations as o', 'o.id', 'i.organization_id')
      .leftJoin('users as by', 'by.id', 'i.invited_by')
      .select(['i.id', 'i.email', 'i.role', 'i.project_refs', 'i.created_at', 'i.expires_at'])
      .select(['i.organization_id', 'o.name as organization_name', 'o.slug as organization_slug'])
      .select('by.name as invited_by')
      .where('i.accepted_at', 'is', null)
      .where('i.expires_at', '>', now)

  return {
    list: (organizationId: string, now: Date) =>
      waiting(now)
        .where('i.organization_id', '=', organizationId)
        .orderBy('i.created_at', 'desc')
        .limit(MAX_LISTED)
        .execute(),

    view: (organizationId: string, id: string, now: Date) =>
      waiting(now)
        .where('i.organization_id', '=', organizationId)
        .where('i.id', '=', id)
        .executeTakeFirst(),

    byHash: (hash: Buffer, now: Date) =>
      waiting(now)
        .select((eb) =>
          eb
            .exists(eb.selectFrom('users as u').select('u.id').whereRef('u.email', '=', 'i.email'))
            .as('has_account'),
        )
        .where('i.token_hash', '=', hash)
        .executeTakeFirst(),

    /** Whoever is invited again holds one link that works: the last. Those that are too old go, too. */
    async replace(invitation: NewInvitation): Promise<string> {
      const { organization_id, email, created_at } = invitation
      await db
        .deleteFrom('invitations')
        .where('organization_id', '=', organization_id)
        .where((eb) => eb.or([eb('email', '=', email), eb('expires_at', '<=', created_at)]))
        .where('accepted_at', 'is', null)
        .execute()
      const { id } = await db
        .insertInto('invitations')
        .values(invitation)
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },

    /** True for one caller only, however many accept at once. */
    async accept(id: string, now: Date): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('invitations')
        .set({ accepted_at: now })
        .where('id', '=', id)
        .where('accepted_at', 'is', null)
        .where('expires_at', '>', now)
        .executeTakeFirstOrThrow()
      return numUpdatedRows === 1n
    },

    async delete(organizationId: string, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('invitations')
        .where('organization_id', '=', organizationId)
        .where('id', '=', id)
        .where('accepted_at', 'is', null)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },

    /** What somebody gave out is worth no more than what they may still give. */
    async deleteBy(organizationId: string, inviterId: string) {
      await db
        .deleteFrom('invitations')
        .where('organization_id', '=', organizationId)
        .where('invited_by', '=', inviterId)
        .where('accepted_at', 'is', null)
        .execute()
    },
  }
}

type Store = ReturnType<typeof invitationStore>
export type InvitationRow = Awaited<ReturnType<Store['list']>>[number]
