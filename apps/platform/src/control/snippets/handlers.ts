import { AppError } from '#app/base/app-error.ts'
import { actorOf, os, projectOf, type RequestContext } from '#app/base/context.ts'
import type { Deps } from '#app/base/deps.ts'
import { type Shelf, snippetStore } from './store.ts'

const dated = <Row extends { readonly updated_at: Date }>(row: Row) => ({
  ...row,
  updated_at: row.updated_at.toISOString(),
})

/** What one person saved for one project, which nobody else sees. */
const shelfOf = (handling: { readonly context: RequestContext }): Shelf => ({
  projectId: projectOf(handling).id,
  ownerId: actorOf(handling).id,
})

export function snippetHandlers({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  const store = snippetStore(db)
  return {
    list: os.snippets.list.handler(async ({ input, context }) => {
      const { type, search, limit, offset } = input
      const { rows, count } = await store.list(shelfOf({ context }), {
        type,
        search,
        limit,
        offset,
      })
      return { snippets: rows.map(dated), count }
    }),

    view: os.snippets.view.handler(async ({ input, context }) => {
      const row = await store.view(shelfOf({ context }), input.id)
      if (!row) throw new AppError('SNIPPET_NOT_FOUND')
      return dated(row)
    }),

    save: os.snippets.save.handler(async ({ input, context }) => {
      const row = await store.save(shelfOf({ context }), input, clock())
      if (!row) throw new AppError('SNIPPET_NOT_FOUND')
      return dated(row)
    }),

    delete: os.snippets.delete.handler(async ({ input, context }) => {
      if (!(await store.delete(shelfOf({ context }), input.id))) {
        throw new AppError('SNIPPET_NOT_FOUND')
      }
      return { ok: true }
    }),
  }
}
