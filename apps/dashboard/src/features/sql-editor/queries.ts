import type { SnippetSummary } from '@plinth/contract'
import { api } from '#app/api/client.ts'
import { queryClient } from '#app/api/query-client.ts'
import { MINUTE } from '#app/lib/time.ts'

const PAGE = 50

type Page = { readonly snippets: readonly SnippetSummary[]; readonly count: number }

/** A project's saved queries, newest first, searched by the platform. */
export const snippetListOptions = (ref: string, search: string) =>
  api.snippets.list.infiniteOptions({
    input: (offset: number) => ({ ref, limit: PAGE, offset, ...(search && { search }) }),
    initialPageParam: 0,
    getNextPageParam: (last: Page, pages: readonly Page[]) => {
      const loaded = pages.reduce((sum, page) => sum + page.snippets.length, 0)
      // an empty page ends it too: somebody may have deleted meanwhile
      return last.snippets.length > 0 && loaded < last.count ? loaded : undefined
    },
    // while the next search is under way the last result stays, instead of a blink
    placeholderData: (before) => before,
  })

/** One saved query as it stands now. What is being edited lives in its saver, so it is never kept. */
export const snippetOptions = (ref: string, id: string) =>
  api.snippets.view.queryOptions({ input: { ref, id }, staleTime: Infinity, gcTime: 0 })

export const completionOptions = (ref: string) =>
  api.sql.completion.queryOptions({ input: { ref }, staleTime: 10 * MINUTE, retry: false })

export const refreshSnippets = (ref: string) =>
  queryClient.invalidateQueries({ queryKey: api.snippets.list.key({ input: { ref } }) })

/** Tables may have come, gone or changed. */
export const refreshSchema = (ref: string) =>
  Promise.all([
    queryClient.invalidateQueries({ queryKey: api.sql.completion.key({ input: { ref } }) }),
    queryClient.invalidateQueries({ queryKey: api.sql.tables.key({ input: { ref } }) }),
  ])

/** The names in use, as far as they are loaded: a default name should not repeat one of them. */
export function knownNames(ref: string): string[] {
  const lists = queryClient.getQueriesData<{ pages: readonly Page[] }>({
    queryKey: api.snippets.list.key({ type: 'infinite', input: { ref } }),
  })
  return lists.flatMap(
    ([, data]) => data?.pages.flatMap(({ snippets }) => snippets.map(({ name }) => name)) ?? [],
  )
}

export type { SnippetSummary }
