import { z } from 'zod'
import { ByRef, Done } from './common.ts'
import { endpoint } from './endpoint.ts'
import { MAX_SQL_BYTES } from './sql.ts'

/** What a saved text asks: the project's database, or its logs. */
export const SnippetType = z.enum(['sql', 'log_sql'])
export type SnippetType = z.infer<typeof SnippetType>

export const Snippet = z.object({
  id: z.string(),
  type: SnippetType,
  name: z.string(),
  sql: z.string(),
  owner_id: z.string(),
  project_id: z.string(),
  updated_at: z.string(),
})
export type Snippet = z.infer<typeof Snippet>

export const SnippetSummary = Snippet.omit({ sql: true })
export type SnippetSummary = z.infer<typeof SnippetSummary>

export const SnippetName = z
  .string()
  .trim()
  .min(1, 'Enter a name for the query')
  .max(120, 'A name has at most 120 characters')
const SnippetSql = z.string().max(MAX_SQL_BYTES, 'A query has at most 0.98 MiB')
const ById = ByRef.extend({ id: z.uuid() })

export const snippets = {
  list: endpoint({
    needs: 'snippets:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/content',
      summary: 'Your saved queries of a project, newest first, searched by name and text',
    },
    errors: ['PROJECT_NOT_FOUND'],
  })
    .input(
      ByRef.extend({
        type: SnippetType.default('sql'),
        search: z.string().max(100).optional(),
        limit: z.coerce.number().int().min(1).max(200).default(100),
        offset: z.coerce.number().int().min(0).max(100_000).default(0),
      }),
    )
    .output(z.object({ snippets: z.array(SnippetSummary), count: z.int() })),

  view: endpoint({
    needs: 'snippets:read',
    route: {
      method: 'GET',
      path: '/platform/projects/{ref}/content/{id}',
      summary: 'One saved query',
    },
    errors: ['PROJECT_NOT_FOUND', 'SNIPPET_NOT_FOUND'],
  })
    .input(ById)
    .output(Snippet),

  /** The id is the client's, so that a new tab has an address before it is saved; saving twice is one row. */
  save: endpoint({
    needs: 'snippets:write',
    route: {
      method: 'PUT',
      path: '/platform/projects/{ref}/content/{id}',
      summary: 'Save a query: make it or replace name and text',
    },
    errors: ['PROJECT_NOT_FOUND', 'SNIPPET_NOT_FOUND'],
  })
    .input(
      ById.extend({
        name: SnippetName,
        sql: SnippetSql,
        /** Of a new one; one that is there keeps its own. */
        type: SnippetType.default('sql'),
      }),
    )
    .output(Snippet),

  delete: endpoint({
    needs: 'snippets:write',
    route: {
      method: 'DELETE',
      path: '/platform/projects/{ref}/content/{id}',
      summary: 'Delete a saved query',
    },
    errors: ['PROJECT_NOT_FOUND', 'SNIPPET_NOT_FOUND'],
  })
    .input(ById)
    .output(Done),
}
