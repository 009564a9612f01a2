import type { LogCollection } from '@plinth/contract'
import { type InfiniteData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api, client } from '#app/api/client.ts'
import { queryClient } from '#app/api/query-client.ts'
import { type LogPage, newestId, olderThan, withTail } from './merge-rows.ts'

const TAIL_MS = 1_500

type Asked = {
  readonly ref: string
  readonly collection: LogCollection
  readonly start: string
  /** Undefined where the range ends now, whenever that is. */
  readonly end: string | undefined
  readonly narrowed: Readonly<Record<string, string | undefined>>
  /** Whether what is written from now on comes in by itself. */
  readonly isLive: boolean
}

/** A collection's rows, newest first: more of them by asking, new ones by themselves. */
export function useLogRows({ ref, collection, start, end, narrowed, isLive }: Asked) {
  const input = { ref, collection, start, ...(end && { end }), ...narrowed }
  const options = api.logs.list.infiniteOptions({
    input: (before: string | undefined) => ({ ...input, ...(before && { before }) }),
    initialPageParam: undefined,
    getNextPageParam: olderThan,
    // what comes new is brought by the tail, and the rest does not change
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const list = useInfiniteQuery(options)

  const tail = useQuery({
    queryKey: ['log tail', options.queryKey],
    queryFn: async () => {
      const known = queryClient.getQueryData<InfiniteData<LogPage>>(options.queryKey)
      const after = newestId(known?.pages ?? [])
      const found = await client.logs.list({ ...input, after })
      queryClient.setQueryData<InfiniteData<LogPage>>(options.queryKey, (data) => {
        if (!data) return data
        const pages = [...withTail(data.pages, found)]
        return { pages, pageParams: data.pageParams.slice(0, pages.length) }
      })
      return found.rows.length
    },
    enabled: isLive && list.isSuccess,
    refetchInterval: TAIL_MS,
    gcTime: 0,
    retry: false,
  })

  const pages: readonly LogPage[] = list.data?.pages ?? []
  return {
    rows: pages.flatMap((page) => page.rows),
    lostRows: pages[0]?.lost_rows ?? 0,
    isPending: list.isPending,
    error: list.error,
    tailError: isLive ? tail.error : null,
    retry: () => void list.refetch(),
    isRetrying: list.isRefetching,
    hasOlder: list.hasNextPage,
    loadOlder: () => void list.fetchNextPage(),
    isLoadingOlder: list.isFetchingNextPage,
  }
}
