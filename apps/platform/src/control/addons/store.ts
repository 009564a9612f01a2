import type { Kysely } from 'kysely'
import type { Database } from '#app/db/schema.ts'

export const addonStore = (db: Kysely<Database>) => ({
  planOf: (organizationId: string) =>
    db
      .selectFrom('organizations')
      .select('plan')
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow(),

  selected: (projectId: string) =>
    db
      .selectFrom('project_addons')
      .select(['type', 'variant'])
      .where('project_id', '=', projectId)
      .orderBy('type')
      .execute(),

  /** Of projects that are not deleted. */
  selectedIn: (organizationId: string) =>
    db
      .selectFrom('project_addons as a')
      .innerJoin('projects as p', 'p.id', 'a.project_id')
      .select(['p.ref', 'p.name', 'a.variant'])
      .where('p.organization_id', '=', organizationId)
      .where('p.deleted_at', 'is', null)
      .orderBy('p.name')
      .orderBy('p.ref')
      .orderBy('a.type')
      .execute(),

  /** One variant of each type: another one takes its place. */
  async select(projectId: string, { type, variant }: { type: string; variant: string }, now: Date) {
    const columns = { variant, selected_at: now }
    await db
      .insertInto('project_addons')
      .values({ project_id: projectId, type, ...columns })
      .onConflict((oc) => oc.columns(['project_id', 'type']).doUpdateSet(columns))
      .execute()
  },

  /** False where the project does not have it. */
  async remove(projectId: string, variant: string): Promise<boolean> {
    const { numDeletedRows } = await db
      .deleteFrom('project_addons')
      .where('project_id', '=', projectId)
      .where('variant', '=', variant)
      .executeTakeFirst()
    return numDeletedRows > 0n
  },
})
