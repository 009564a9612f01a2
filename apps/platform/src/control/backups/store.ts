import type { Kysely } from 'kysely'
import type { Database } from '#app/db/schema.ts'

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

  async addLink(row: {
    token_hash: Buffer
    project_id: string
    kind: 'backup' | 'storage'
    name: string
    expires_at: Date
  }): Promise<void> {
    await db.insertInto('download_links').values(row).execute()
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
