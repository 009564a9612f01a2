import type { Kysely } from 'kysely'
import type { ProjectRow } from '#app/base/context.ts'
import type { Database } from '#app/db/schema.ts'

export const powerStore = (db: Kysely<Database>) => ({
  /** When its newest pause was done; undefined for one that never was paused. */
  async pausedAt(projectId: string): Promise<Date | undefined> {
    const row = await db
      .selectFrom('operations')
      .select('finished_at')
      .where('project_id', '=', projectId)
      .where('kind', '=', 'pause')
      .where('status', '=', 'succeeded')
      .orderBy('finished_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.finished_at ?? undefined
  },

  /** The newest, or the one that is named. */
  upgradeOf: (projectId: string, id: string | undefined) =>
    db
      .selectFrom('operations')
      .select(['id', 'status', 'input', 'steps', 'error_message', 'created_at'])
      .where('project_id', '=', projectId)
      .where('kind', '=', 'upgrade')
      .$if(id !== undefined, (one) => one.where('id', '=', id ?? ''))
      .orderBy('created_at', 'desc')
      .limit(1)
      .executeTakeFirst(),

  /** False where it stands elsewhere by now: in another status, or in another organization. */
  async moveTo(project: ProjectRow, organizationId: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('projects')
      .set({ organization_id: organizationId, updated_at: new Date() })
      .where('id', '=', project.id)
      .where('organization_id', '=', project.organization_id)
      .where('status', '=', project.status)
      .executeTakeFirst()
    return numUpdatedRows === 1n
  },

  /** Grants that name the project mean nothing in another organization. */
  async dropGrantsNaming(ref: string, organizationId: string): Promise<void> {
    const rows = await db
      .selectFrom('memberships')
      .select(['user_id', 'project_refs'])
      .where('organization_id', '=', organizationId)
      .where('project_refs', 'is not', null)
      .execute()
    for (const row of rows) {
      const left = (row.project_refs ?? []).filter((named) => named !== ref)
      if (left.length === row.project_refs?.length) continue
      await db
        .updateTable('memberships')
        .set({ project_refs: left })
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', row.user_id)
        .execute()
    }
  },
})
