import type { Kysely } from 'kysely'
import type { Database } from '#app/db/schema.ts'

type Page = { readonly limit: number; readonly before: string | undefined }

export const auditStore = (db: Kysely<Database>) => ({
  /** Newest first, starting below `before`: a page costs the same however deep it lies. */
  list: (organizationId: string, { limit, before }: Page) =>
    db
      .selectFrom('audit_log')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .$if(before !== undefined, (page) => page.where('id', '<', before ?? ''))
      .orderBy('id', 'desc')
      .limit(limit)
      .execute(),
})

export type AuditRow = Awaited<ReturnType<ReturnType<typeof auditStore>['list']>>[number]
