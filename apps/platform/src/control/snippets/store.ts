import type { SnippetType } from '@plinth/contract'
import type { Kysely } from 'kysely'
import type { Database } from '#app/db/schema.ts'

/** Whose they are and where; no query of this file goes without both. */
export type Shelf = { readonly projectId: string; readonly ownerId: string }
type Page = {
  readonly type: SnippetType
  readonly search: string | undefined
  readonly limit: number
  readonly offset: number
}
type Content = {
  readonly id: string
  readonly name: string
  readonly sql: string
  readonly type: SnippetType
}

const SUMMARY = ['id', 'type', 'name', 'owner_id', 'project_id', 'updated_at'] as const

// in a pattern these three stand for more than themselves
const literally = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

export const snippetStore = (db: Kysely<Database>) => {
  const on = ({ projectId, ownerId }: Shelf) =>
    db.selectFrom('snippets').where('project_id', '=', projectId).where('owner_id', '=', ownerId)

  return {
    async list(shelf: Shelf, { type, search, limit, offset }: Page) {
      const pattern = `%${literally(search ?? '')}%`
      const matching = on(shelf)
        .where('type', '=', type)
        .$if(Boolean(search), (all) =>
          all.where((eb) => eb.or([eb('name', 'ilike', pattern), eb('sql', 'ilike', pattern)])),
        )
      const [rows, { count }] = await Promise.all([
        matching
          .select(SUMMARY)
          .orderBy('updated_at', 'desc')
          .orderBy('id')
          .limit(limit)
          .offset(offset)
          .execute(),
        matching.select((eb) => eb.fn.countAll<string>().as('count')).executeTakeFirstOrThrow(),
      ])
      return { rows, count: Number(count) }
    },

    view: (shelf: Shelf, id: string) =>
      on(shelf)
        .select([...SUMMARY, 'sql'])
        .where('id', '=', id)
        .executeTakeFirst(),

    /** Undefined where the id is taken on somebody else's shelf: it is neither changed nor shown. */
    save: ({ projectId, ownerId }: Shelf, { id, name, sql, type }: Content, now: Date) =>
      db
        .insertInto('snippets')
        .values({ id, name, sql, type, project_id: projectId, owner_id: ownerId, updated_at: now })
        .onConflict((oc) =>
          oc
            .column('id')
            .doUpdateSet({ name, sql, updated_at: now })
            .where('snippets.project_id', '=', projectId)
            .where('snippets.owner_id', '=', ownerId),
        )
        .returning([...SUMMARY, 'sql'])
        .executeTakeFirst(),

    async delete({ projectId, ownerId }: Shelf, id: string): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('snippets')
        .where('project_id', '=', projectId)
        .where('owner_id', '=', ownerId)
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return numDeletedRows > 0n
    },
  }
}
