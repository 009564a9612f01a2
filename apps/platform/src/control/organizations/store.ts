import { type Kysely, sql } from 'kysely'
import type { Database } from '#app/db/schema.ts'

const MAX_LISTED = 500

type Change = {
  readonly name?: string | undefined
  readonly billing_email?: string | undefined
  readonly additional_billing_emails?: string[] | undefined
  readonly opt_in_tags?: string[] | undefined
}

/** Organizations as one person sees them: no membership, no row. */
export const organizationStore = (db: Kysely<Database>) => {
  const seenBy = (userId: string) =>
    db
      .selectFrom('memberships as m')
      .innerJoin('organizations as o', 'o.id', 'm.organization_id')
      .leftJoin('projects as p', (join) =>
        join
          .onRef('p.organization_id', '=', 'o.id')
          .on('p.deleted_at', 'is', null)
          .on((eb) =>
            eb.or([
              eb('m.project_refs', 'is', null),
              eb('p.ref', '=', eb.fn.any(eb.ref('m.project_refs').$castTo<string[]>())),
            ]),
          ),
      )
      .where('m.user_id', '=', userId)
      .selectAll('o')
      .select((eb) => ['m.role', eb.fn.count('p.id').as('project_count')])
      .groupBy(['o.id', 'm.role'])

  return {
    list: (userId: string) =>
      seenBy(userId).orderBy('o.name').orderBy('o.id').limit(MAX_LISTED).execute(),

    view: (userId: string, id: string) => seenBy(userId).where('o.id', '=', id).executeTakeFirst(),

    /** The maker is its owner from the first moment: an organization nobody owns cannot be reached. */
    create: (userId: string, organization: { slug: string; name: string; plan: string }) =>
      db.transaction().execute(async (trx) => {
        const { id } = await trx
          .insertInto('organizations')
          .values({ ...organization, billing_email: null })
          .returning('id')
          .executeTakeFirstOrThrow()
        await trx
          .insertInto('memberships')
          .values({ organization_id: id, user_id: userId, role: 'owner', project_refs: null })
          .execute()
        return id
      }),

    async update(id: string, change: Change) {
      await db.updateTable('organizations').set(change).where('id', '=', id).execute()
    },

    async hasProjects(id: string): Promise<{ any: boolean; visible: boolean }> {
      const row = await db
        .selectFrom('projects')
        .select((eb) => [
          eb.fn.countAll<string>().as('all'),
          sql<string>`count(*) filter (where deleted_at is null)`.as('visible'),
        ])
        .where('organization_id', '=', id)
        .executeTakeFirstOrThrow()
      return { any: row.all !== '0', visible: row.visible !== '0' }
    },

    /** No membership is asked: other modules decide by it about a project they were let in to. */
    async plan(id: string): Promise<string> {
      const { plan } = await db
        .selectFrom('organizations')
        .select('plan')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return plan
    },

    async delete(id: string) {
      await db.deleteFrom('organizations').where('id', '=', id).execute()
    },
  }
}

type Store = ReturnType<typeof organizationStore>
export type SeenOrganization = Awaited<ReturnType<Store['list']>>[number]
