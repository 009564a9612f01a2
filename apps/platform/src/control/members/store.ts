import type { Kysely } from 'kysely'
import type { Database } from '#app/db/schema.ts'

const MAX_LISTED = 1000

export type RoleGrant = { readonly role: string; readonly project_refs: string[] | null }

/** Who is in an organization. Every query names it; `lock` makes changes to its owners take turns. */
export const memberStore = (db: Kysely<Database>) => {
  const all = (organizationId: string) =>
    db
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(['m.user_id', 'u.name', 'u.email', 'm.role', 'm.project_refs', 'm.joined_at'])
      .where('m.organization_id', '=', organizationId)

  return {
    list: (organizationId: string) =>
      all(organizationId).orderBy('m.joined_at').orderBy('m.user_id').limit(MAX_LISTED).execute(),

    view: (organizationId: string, userId: string) =>
      all(organizationId).where('m.user_id', '=', userId).executeTakeFirst(),

    /** Held until the transaction ends. */
    async lock(organizationId: string) {
      await db
        .selectFrom('organizations')
        .select('id')
        .where('id', '=', organizationId)
        .forUpdate()
        .execute()
    },

    async hasOtherOwner(organizationId: string, userId: string): Promise<boolean> {
      const row = await db
        .selectFrom('memberships')
        .select('user_id')
        .where('organization_id', '=', organizationId)
        .where('role', '=', 'owner')
        .where('user_id', '!=', userId)
        .limit(1)
        .executeTakeFirst()
      return row !== undefined
    },

    /** False where this person is a member already. */
    async add(organizationId: string, userId: string, grant: RoleGrant): Promise<boolean> {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto('memberships')
        .values({ organization_id: organizationId, user_id: userId, ...grant })
        .onConflict((oc) => oc.doNothing())
        .executeTakeFirstOrThrow()
      return numInsertedOrUpdatedRows === 1n
    },

    async update(organizationId: string, userId: string, grant: RoleGrant) {
      await db
        .updateTable('memberships')
        .set(grant)
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .execute()
    },

    async remove(organizationId: string, userId: string) {
      await db
        .deleteFrom('memberships')
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .execute()
    },

    async hasEmail(organizationId: string, email: string): Promise<boolean> {
      const row = await all(organizationId).where('u.email', '=', email).executeTakeFirst()
      return row !== undefined
    },

    /** How many of these projects the organization has. */
    async countProjects(organizationId: string, refs: readonly string[]): Promise<number> {
      const { count } = await db
        .selectFrom('projects')
        .select((eb) => eb.fn.countAll<string>().as('count'))
        .where('organization_id', '=', organizationId)
        .where('ref', 'in', [...refs])
        .where('deleted_at', 'is', null)
        .executeTakeFirstOrThrow()
      return Number(count)
    },
  }
}

export type MemberRow = Awaited<ReturnType<ReturnType<typeof memberStore>['list']>>[number]
