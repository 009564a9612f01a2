import type { Kysely } from 'kysely'
import type { Database } from '#app/db/schema.ts'

type NewLink = {
  readonly token_hash: Buffer
  readonly project_id: string
  readonly kind: 'backup' | 'storage'
  readonly name: string
  readonly expires_at: Date
}

export const backupStore = (db: Kysely<Database>) => ({
  verification: (projectId: string) =>
    db
      .selectFrom('backup_verifications')
      .selectAll()
      .where('project_id', '=', projectId)
      .executeTakeFirst(),

  async keepVerification(row: {
    project_id: string
    backup_name: string
    outcome: 'passed' | 'failed'
    detail: string
    verified_at: Date
  }): Promise<void> {
    const { project_id: _id, ...rest } = row
    await db
      .insertInto('backup_verifications')
      .values(row)
      .onConflict((conflict) => conflict.column('project_id').doUpdateSet(rest))
      .execute()
  },

  /**
   * False where the project was given its share of links already. Those that have expired go: nobody
   * is told of them any more.
   */
  addLink: (row: NewLink, { most, now }: { most: number; now: Date }): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      // whoever asks at the same moment counts after us
      await trx
        .selectFrom('projects')
        .select('id')
        .where('id', '=', row.project_id)
        .forUpdate()
        .execute()
      await trx
        .deleteFrom('download_links')
        .where('project_id', '=', row.project_id)
        .where('expires_at', '<=', now)
        .execute()
      const { count } = await trx
        .selectFrom('download_links')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('project_id', '=', row.project_id)
        .executeTakeFirstOrThrow()
      if (Number(count) >= most) return false
      await trx.insertInto('download_links').values(row).execute()
      return true
    }),

  /** When the next of a project's links goes, and makes room for another. */
  async nextExpiry(projectId: string): Promise<Date | undefined> {
    const row = await db
      .selectFrom('download_links')
      .select('expires_at')
      .where('project_id', '=', projectId)
      .orderBy('expires_at')
      .limit(1)
      .executeTakeFirst()
    return row?.expires_at
  },

  /** Uses a link up; undefined when it was used, has expired or never was. */
  useLink: (tokenHash: Buffer, now: Date) =>
    db
      .updateTable('download_links')
      .set({ used_at: now })
      .where('token_hash', '=', tokenHash)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['project_id', 'kind', 'name'])
      .executeTakeFirst(),
})
